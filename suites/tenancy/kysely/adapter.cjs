// Calls handlers: one line of JSON in, one out. Each request gets a realm of its own (a context of node:vm) with a copy
// of the packages, and a connection of its own, so that a handler leaves nothing behind: no tables, no hooks, no cache.
'use strict';
process.env.TZ = 'UTC';
const vm = require('vm');
const home = process.execArgv[process.execArgv.indexOf('--require') + 1]; // the folder of pg
const from = require('module').createRequire(home);
const { Client, types } = from('pg'), { buildSync, transformSync } = from('esbuild');

const MODULES = ['kysely']; // what a handler imports
const WEB = `exports.HttpError = class extends Error { constructor(status) { super(status); this.status = status; } };
exports.handlers = [];
exports.route = (method, path, handler) => { exports.handlers.push(handler); };
exports.parse = (text, time) => JSON.parse(text, (key, v) => key === time ? new Date(v) : v);
const { Kysely, PostgresDialect } = require('kysely');
exports.connect = (pool) => new Kysely({ dialect: new PostgresDialect({ pool }) });`;

const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr); // whatever else prints goes to stderr
process.on('unhandledRejection', (e) => console.error(e)); // what a handler does not wait for

const script = (code, filename) => new vm.Script(`(function (exports, require, module) {${code}\n})`, { filename });
const contents = MODULES.map((name, i) => `export * as m${i} from '${name}';`).join('\n');
const packages = script(buildSync({
  stdin: { contents, resolveDir: home }, bundle: true, write: false, format: 'cjs', platform: 'node', external: ['pg'],
}).outputFiles[0].text, 'packages.js');
const web = script(WEB, 'web.js'), scripts = new Map(); // code → script

// realm loads a code in a new realm, and returns its handler, what it exports, and the module web of that realm.
function realm(code) {
  const compile = () => script(transformSync(code, { loader: 'ts', format: 'cjs' }).code, 'handler.ts');
  if (!scripts.has(code)) scripts.set(code, compile());
  const performance = { now: () => Date.now() }, context = vm.createContext({ console: { ...console }, performance });
  const pg = { Pool: class {}, types: { ...types, builtins: { ...types.builtins } } }; // connections are the host's
  const loaded = { pg };
  const run = (compiled) => {
    const module = vm.runInContext('({ exports: {} })', context);
    compiled.runInContext(context)(module.exports, (name) => loaded[name], module);
    return module.exports;
  };
  const made = run(packages);
  MODULES.forEach((name, i) => { loaded[name] = made[`m${i}`]; });
  loaded.web = run(web);
  const exported = run(scripts.get(code)), { handlers } = loaded.web;
  if (handlers.length !== 1) throw new Error(`it has ${handlers.length} routes, and a test has one`);
  return { handler: handlers[0], exported, web: loaded.web };
}
// signature reads the members of the type of the client's parameters: { id: number; size?: number }) =>
function signature(code) {
  realm(code);
  const type = /:\s*\{([^{}]*)\}\s*,?\s*\)\s*(?::[^=]*)?=>/.exec(code.slice(code.search(/^route\(/m)));
  const members = [...(type?.[1] ?? '').matchAll(/(\w+)(\?)?:/g)];
  return { params: members.map((m) => m[1]), optional: members.filter((m) => m[2]).map((m) => m[1]) };
}
const sorted = (key, v) => v?.constructor?.name === 'Object' ? Object.fromEntries(Object.entries(v).sort()) : v;
const text = (v) => v === null || v === undefined ? null : typeof v === 'string' ? v
  : typeof v === 'object' ? JSON.stringify(v, sorted).replace(/^"(.*)"$/, '$1') : String(v);
function table(result) {
  const rows = result === undefined || result === null ? [] : Array.isArray(result) ? result : [result];
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return { columns, rows: rows.map((row) => columns.map((name) => text(row[name]))) };
}
function failure(e, refused) {
  const cause = e?.cause?.code ? e.cause : e;
  const code = refused && e instanceof refused ? 'refused' : /^[0-9A-Z]{5}$/.test(cause?.code) ? cause.code : 'thrown';
  return { error: { code, message: `${cause?.name ?? 'Error'}: ${cause?.message ?? cause}` } };
}
// pool stands for the server's pool: one connection, in whose transaction those of a handler are savepoints.
function pool(client) {
  const words = { begin: 'SAVEPOINT h', start: 'SAVEPOINT h', commit: 'RELEASE h', rollback: 'ROLLBACK TO h' };
  const query = (q, ...rest) => {
    const word = /^\s*(begin|start|commit|rollback)\b(?!\s+to)/i.exec(q.text ?? q)?.[1].toLowerCase();
    return word ? client.query(words[word]) : client.query(q, ...rest);
  };
  const self = { query, connect: async () => self, release() {}, end: async () => {} };
  return self;
}
async function call(r) {
  const words = [...r.database.matchAll(/(\w+)=(?:'([^']*)'|(\S+))/g)];
  const client = new Client(Object.fromEntries(words.map((m) => [m[1].replace('dbname', 'database'), m[2] ?? m[3]])));
  const { handler, exported, web } = realm(r.code), me = web.parse(JSON.stringify(r.me), 'now');
  try {
    await client.connect();
    await client.query('BEGIN');
    if (r.before) await client.query(r.before);
    const result = handler(web.connect(pool(client), exported), me, web.parse(JSON.stringify(r.params)));
    return table(await result.finally(() => client.query(r.keep ? 'COMMIT' : 'ROLLBACK')));
  } catch (e) {
    return failure(e, web.HttpError);
  } finally {
    await client.end();
  }
}
const say = (reply) => answer(JSON.stringify(reply) + '\n');
const versions = ['esbuild', 'kysely', 'pg'].map((name) => [name, from(`${home}/../${name}/package.json`).version]);
say({ packages: { ...Object.fromEntries(versions), 'Node.js': process.versions.node.split('.')[0] } });
(async () => {
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    const r = JSON.parse(line), work = async () => r.code === undefined ? signature(r.signature) : call(r);
    say(await work().catch((e) => failure(e)));
  }
})();
