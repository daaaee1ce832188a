// One line of JSON in, one line of JSON out: {code, params} gives {sql, bindings}, {thrown} where the
// function fails, or {error}. Started by knex.go as `node -e <this> <node_modules>`.
'use strict';
const path = require('path');
const vm = require('vm');
const from = (name) => require(path.join(process.argv[1], name));

// stdout carries answers only: whatever else writes there goes to stderr.
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
console.log = console.info = console.debug = console.error;
process.on('SIGINT', () => {}); // the parent's to handle
process.stdin.on('end', () => process.exit(0));

const { transform } = from('sucrase');
const db = from('knex')({ client: 'pg' }); // without a connection

const LIMIT = { timeout: 2000 }; // milliseconds
const loaded = new Map();

function load(code) {
  if (!loaded.has(code)) {
    const context = vm.createContext({ exports: {} }, { codeGeneration: { strings: false, wasm: false } });
    vm.runInContext(transform(code, { transforms: ['typescript', 'imports'] }).code, context, LIMIT);
    const names = Object.keys(context.exports).filter((n) => typeof context.exports[n] === 'function');
    if (names.length !== 1) throw new Error(`it exports ${names.length} functions`);
    context.make = context.exports[names[0]];
    context.native = (built) => {
      if (!built || typeof built.toSQL !== 'function') throw new Error('it returns no query');
      const made = built.toSQL();
      if (Array.isArray(made)) throw new Error('it makes several statements');
      return made.toNative();
    };
    context.db = db;
    loaded.set(code, context);
  }
  return loaded.get(code);
}

const plain = (v) => {
  if (v === undefined) return null;
  if (typeof v === 'bigint') return String(v);
  if (Buffer.isBuffer(v)) return '\\x' + v.toString('hex');
  if (typeof v === 'number' && !Number.isFinite(v)) return String(v);
  return v; // a Date becomes its ISO form
};

function handle(line) {
  let request;
  try {
    request = JSON.parse(line);
    const context = load(request.code);
    context.params = request.params;
    try {
      const { sql, bindings } = vm.runInContext('native(make(db, params))', context, LIMIT);
      return { sql, bindings: bindings.map(plain) };
    } catch (e) {
      return { thrown: String((e && e.message) || e).split('\n')[0] };
    }
  } catch (e) {
    return { error: String((e && e.message) || e).split('\n')[0] };
  }
}

let rest = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let at; (at = rest.indexOf(10)) >= 0; rest = rest.subarray(at + 1)) {
    answer(JSON.stringify(handle(rest.subarray(0, at).toString('utf8'))) + '\n');
  }
});
