// One line of JSON in, one line of JSON out: {version, wrapper, soljson, input}
// gives {output, rss} or {error}; without input the compiler is only loaded. {cpu} limits the processor time, in ms. Compilers are loaded on demand and stay
// loaded. Started by worker.go as `node -e <this> <pid of the parent> <bytes of memory, or 0>`.
'use strict';
const { Worker } = require('worker_threads');

// stdout carries answers only: whatever else writes there goes to stderr.
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
console.log = console.info = console.debug = console.error;

// An interrupt is the parent's to handle. When the parent goes away so does this
// process, in the middle of a compilation too; so it does when it takes more memory than it may.
process.on('SIGINT', () => {});
process.stdin.on('end', () => process.exit(0));
const busy = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1000; };
const until = new Float64Array(new SharedArrayBuffer(8)); // the processor time at which the watcher ends the process, or 0
new Worker(
  `const until = require('worker_threads').workerData;
  setInterval(() => {
    const u = process.cpuUsage();
    if (until[0] > 0 && (u.user + u.system) / 1000 > until[0]) {
      require('fs').writeSync(2, 'error: more than its limit of processor time\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    const most = ${Number(process.argv[2]) || 0};
    if (most > 0 && process.memoryUsage.rss() > most) {
      require('fs').writeSync(2, 'error: more than ' + Math.round(most / 1048576) + ' MiB of memory\\n');
      process.kill(process.pid, 'SIGKILL');
    }
    if (process.ppid !== ${Number(process.argv[1])}) process.kill(process.pid, 'SIGKILL');
  }, ${Number(process.argv[2]) ? 50 : 500})`,
  { eval: true, workerData: until },
).unref();

// soljson installs process-wide handlers that swallow or rethrow the errors of others.
function disarm() {
  for (const e of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(e);
}

const compilers = new Map();
function load({ version, wrapper, soljson }) {
  if (!compilers.has(version)) {
    const solc = require(wrapper)(require(soljson));
    const is = solc.version();
    if (!is.startsWith(version + '+')) throw new Error(`${soljson} is solc ${is}`);
    compilers.set(version, solc);
  }
  return compilers.get(version);
}

function handle(line) {
  let reply;
  try {
    const request = JSON.parse(line);
    const solc = load(request);
    disarm();
    until[0] = request.cpu ? busy() + request.cpu : 0;
    reply = { output: request.input && solc.compile(request.input) };
  } catch (e) {
    reply = { error: String((e && (e.stack || e.message)) || e) };
  }
  until[0] = 0;
  reply.rss = process.memoryUsage.rss();
  answer(JSON.stringify(reply) + '\n');
}

let parts = [];
process.stdin.on('data', (chunk) => {
  for (let at; (at = chunk.indexOf(10)) >= 0; chunk = chunk.subarray(at + 1)) {
    parts.push(chunk.subarray(0, at));
    const line = Buffer.concat(parts).toString('utf8');
    parts = [];
    handle(line);
  }
  if (chunk.length) parts.push(chunk);
});
