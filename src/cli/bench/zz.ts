import { beginGames } from '/work/main/src/cli/bench/players.ts';
import { measureHttp } from '/work/main/src/cli/bench/http-load.ts';
const base = process.argv[2]!;
const games = await beginGames(base, 32);
let c=process.cpuUsage(); let t=performance.now();
console.log('http32', await measureHttp(base, games, 10));
const u=process.cpuUsage(c); console.log('load cpu', (u.user+u.system)/1000/(performance.now()-t));
process.exit();
