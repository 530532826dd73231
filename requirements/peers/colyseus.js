// Colyseus with a game as small as the load needs: what somebody crosses or uncrosses, all at the table hear.
// In memory; or, with a directory, every move is in SQLite before it is sent, committed one by one or in groups.
import { Room, Server } from '@colyseus/core';
import { WebSocketTransport } from '@colyseus/ws-transport';

const [directory, commits] = process.argv.slice(2);

const inMemory = (_move, send) => send();

async function durable() {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(`${directory}/moves.db`);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec('CREATE TABLE moves (room TEXT, version INTEGER, body TEXT, PRIMARY KEY (room, version))');
  const insert = database.prepare('INSERT INTO moves VALUES (?, ?, ?)');
  if (commits === 'each') {
    return (move, send) => {
      insert.run(move);
      send();
    };
  }
  let group = [];
  const storeAll = database.transaction((moves) => moves.forEach(({ move }) => insert.run(move)));
  const commit = () => {
    const moves = group;
    group = [];
    storeAll(moves);
    moves.forEach(({ send }) => send());
  };
  // All moves that one turn of Node's loop has read share a commit.
  return (move, send) => {
    if (!group.length) setImmediate(commit);
    group.push({ move, send });
  };
}

const store = directory ? await durable() : inMemory;

class Table extends Room {
  onCreate() {
    this.maxClients = 4;
    this.setPatchRate(null);
    this.crosses = new Map();
    this.version = 0;
    for (const [kind, on] of [['cross', true], ['uncross', false]]) {
      this.onMessage(kind, (client, { box, n }) => {
        const event = { player: client.sessionId, box, n };
        this.crosses.set(`${client.sessionId} ${box}`, on);
        this.version += 1;
        const body = directory ? JSON.stringify({ kind, ...event }) : '';
        store([this.roomId, this.version, body], () => this.broadcast(`${kind}ed`, event));
      });
    }
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define('table', Table);
await server.listen(0, '127.0.0.1');
process.stdout.write(`http://127.0.0.1:${transport.server.address().port}\n`);
