// boardgame.io with a game as small as the load needs: all cross and uncross boxes, whenever they like.
import { createRequire } from 'node:module';

console.log = console.info = () => {}; // only the address is printed
const require = createRequire(import.meta.url);
const { Server } = require('boardgame.io/server');
const { ActivePlayers } = require('boardgame.io/core');

const change = (on) => ({
  move: ({ G, playerID }, box, n) => {
    G.crosses[playerID][box] = on;
    G.last = n;
  },
  ignoreStaleStateID: true,
});
const game = {
  name: 'sixes',
  disableUndo: true,
  setup: ({ ctx }) => ({ last: '', crosses: Array.from({ length: ctx.numPlayers }, () => ({})) }),
  moves: { cross: change(true), uncross: change(false) },
  turn: { activePlayers: ActivePlayers.ALL },
};
const server = Server({ games: [game], origins: ['http://127.0.0.1'] });
const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: 0 } });
process.stdout.write(`http://127.0.0.1:${appServer.address().port}\n`);
