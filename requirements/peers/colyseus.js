// Colyseus with a game as small as the load needs: what somebody crosses or uncrosses, all at the table hear.
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

class Table extends Room {
  onCreate() {
    this.maxClients = 4;
    this.setPatchRate(null);
    this.crosses = new Map();
    for (const [kind, on] of [['cross', true], ['uncross', false]]) {
      this.onMessage(kind, (client, { box, n }) => {
        this.crosses.set(`${client.sessionId} ${box}`, on);
        this.broadcast(`${kind}ed`, { player: client.sessionId, box, n });
      });
    }
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define('table', Table);
await server.listen(0, '127.0.0.1');
process.stdout.write(`http://127.0.0.1:${transport.server.address().port}\n`);
