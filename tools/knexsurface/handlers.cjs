// Gives handlers in TypeScript (suites/tenancy) a surface: `# Code` becomes another wording of `# Minimal` (of `# Code`
// where there is no `# Minimal` yet). Every choice is drawn by seed and test. `assay verify` executes both texts
// and compares them, so nothing here is trusted.
//
//   npm ci --prefix tools/knexsurface
//   node tools/knexsurface/handlers.cjs [--seed N] suites/tenancy/drizzle/warehouse [word in the names of tests …]
'use strict';
const fs = require('fs');
const path = require('path');
const crypto = require('crypto');
const { parse } = require('@babel/parser');
const traverse = require('@babel/traverse').default;
const generate = require('@babel/generator').default;
const t = require('@babel/types');
const prettier = require('prettier');

class Dice {
  constructor(...parts) { this.seed = parts.join('\0'); this.count = 0; }
  next() { return crypto.createHash('sha256').update(`${this.seed}\0${this.count++}`).digest().readUInt32LE(0) / 2 ** 32; }
  chance(p) { return this.next() < p; }
  pick(list) { return list[Math.floor(this.next() * list.length)]; }
  shuffle(list) {
    for (let i = list.length - 1; i > 0; i--) {
      const j = Math.floor(this.next() * (i + 1));
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }
}

// Other names for what the author named; a name that is not listed stays.
const NAMES = {
  db: ['db', 'database', 'conn', 'orm', 'store'], me: ['me', 'caller', 'session', 'who', 'user'],
  q: ['q', 'query', 'input', 'params', 'body', 'request'], tx: ['tx', 'trx', 't', 'inner', 'unit'], n: ['n', 'msg', 'notice', 'incoming'],
  post: ['post', 'job', 'assignment', 'onDuty', 'right'], cleared: ['cleared', 'unlocked', 'keyHolder', 'hasKey'],
  held: ['held', 'inStock', 'lying', 'onShelf', 'present'], valid: ['valid', 'inForce', 'counts', 'live', 'current'],
  live: ['live', 'valid', 'inForce', 'current', 'active'], pattern: ['pattern', 'needle', 'like', 'wanted'],
  SORTS: ['SORTS', 'COLUMNS', 'ORDERS', 'SORTABLE'], ORDERS: ['ORDERS', 'SORTS', 'KEYS', 'COLUMNS'],
  order: ['order', 'key', 'sortBy', 'column'], size: ['size', 'limit', 'rows', 'max'], found: ['found', 'result', 'hits', 'matching'],
  counted: ['counted', 'visibleStock', 'units', 'live', 'kept'], here: ['here', 'areas', 'all', 'rows'], keys: ['keys', 'granted', 'passes', 'held'],
  open: ['open', 'reachable', 'allowed', 'accessible'], shelves: ['shelves', 'perZone', 'binCounts', 'places'],
  totals: ['totals', 'sums', 'loads', 'amounts'], stale: ['stale', 'before', 'cutoff', 'limit'], claimed: ['claimed', 'taken', 'row', 'changed'],
  pick: ['pick', 'task', 'item', 'target'], key: ['key', 'clearance', 'grant', 'pass'], old: ['old', 'expired', 'lapsed', 'overdue'],
  wave: ['wave', 'current', 'w', 'target'], released: ['released', 'changed', 'updated', 'result'], mine: ['mine', 'own', 'thisOne', 'scope'],
  done: ['done', 'changed', 'affected', 'updated'], supervised: ['supervised', 'inCharge', 'supervises', 'leads'],
  written: ['written', 'saved', 'stored', 'row'], known: ['known', 'existing', 'present', 'before'], fields: ['fields', 'patch', 'values', 'common'],
  created: ['created', 'fresh', 'initial', 'base'], shown: ['shown', 'view', 'output', 'columns'], numbers: ['numbers', 'ids', 'lotIds', 'targets'],
  lines: ['lines', 'entries', 'items', 'positions'], notice: ['notice', 'asn', 'doc', 'shipment'], contract: ['contract', 'deal', 'agreement', 'access'],
  contracted: ['contracted', 'agreed', 'granted', 'covered'], rows: ['rows', 'joined', 'list', 'records'], lot: ['lot', 'l', 'each', 'row'],
  at: ['at', 'tz', 'instant', 'moment'], validity: ['validity', 'period', 'span', 'term'], now: ['now', 'when', 'clock', 'time'],
  posts: ['posts', 'postTable', 'duties', 'staffPosts'], clearances: ['clearances', 'clearanceTable', 'zoneKeys', 'permits'],
  zones: ['zones', 'zoneTable', 'areaTable', 'sections'], bins: ['bins', 'binTable', 'slots', 'locations'],
  lots: ['lots', 'lotTable', 'batches', 'goods'], stock: ['stock', 'stockTable', 'inventory', 'onHand'],
  waves: ['waves', 'waveTable', 'pickWaves'], picks: ['picks', 'pickTable', 'pickTasks'], auditLog: ['auditLog', 'audit', 'journal', 'logTable'],
  contracts: ['contracts', 'contractTable', 'deals', 'agreements'], asnLines: ['asnLines', 'lineTable', 'noticeLines'],
  employed: ['employed', 'working', 'onStaff', 'activeStaff'], appointed: ['appointed', 'officer', 'inOffice', 'mandate'],
  boss: ['boss', 'lead', 'manager', 'head'], self: ['self', 'own', 'myself', 'callerRow'], today: ['today', 'day', 'date', 'currentDay'],
  staff: ['staff', 'person', 'worker', 'member'], page: ['page', 'list', 'slice', 'batch'], total: ['total', 'count', 'all', 'sum'],
  review: ['review', 'record', 'entry', 'draft'], leave: ['leave', 'absence', 'item', 'ticket'], duty: ['duty', 'office', 'mandate', 'role'],
  trx: ['trx', 'tx', 'work', 'unit'], office: ['office', 'mandate', 'appointment', 'duty'], working: ['working', 'employed', 'active', 'onStaff'],
  clash: ['clash', 'overlap', 'taken', 'other'], decided: ['decided', 'result', 'changed', 'updated'], account: ['account', 'holder', 'row', 'target'],
  line: ['line', 'entry', 'logged', 'trace'], reason: ['reason', 'why', 'cause', 'note'], saved: ['saved', 'stored', 'written', 'row'],
  columns: ['columns', 'values', 'fields', 'patch'], salaries: ['salaries', 'amounts', 'wages', 'paid'], pay: ['pay', 'sums', 'figures', 'group'],
  eb: ['eb', 'ex', 'cond', 'x'], ab: ['ab', 'sub', 'nested', 'y'], join: ['join', 'j', 'link'], qb: ['qb', 'b', 'builder'],
  run: ['run', 'r', 'period', 'job'], slips: ['slips', 'payslips', 'items', 'papers'], patch: ['patch', 'changes', 'values', 'set'],
};
// Names of columns in the program, renamed in the whole text.
const COLUMNS = {
  orgId: ['orgId', 'org', 'organisationId', 'tenantId'], userId: ['userId', 'user', 'personId'], startsAt: ['startsAt', 'start', 'validFrom', 'from'],
  endsAt: ['endsAt', 'end', 'validTo', 'until'], revokedAt: ['revokedAt', 'revoked', 'revocation'], deletedAt: ['deletedAt', 'deleted', 'removedAt', 'gone'],
  lotId: ['lotId', 'lot', 'lotNumber'], waveNo: ['waveNo', 'wave', 'waveNumber'], pickNo: ['pickNo', 'pickNumber', 'no'],
  claimedBy: ['claimedBy', 'claimer', 'worker'], claimedAt: ['claimedAt', 'claimTime', 'takenAt'], asnNo: ['asnNo', 'asn', 'number'],
  updatedAt: ['updatedAt', 'changedAt', 'modified'], updatedBy: ['updatedBy', 'changedBy', 'editor'], createdBy: ['createdBy', 'creator', 'author'],
  actorId: ['actorId', 'actor', 'by'], releasedBy: ['releasedBy', 'releaser'], releasedAt: ['releasedAt', 'releaseTime'],
};
const GROUPS = /^(and|or)$/;

function reword(code, dice) {
  const ast = parse(code, { sourceType: 'module', plugins: ['typescript'] });
  const braces = dice.chance(0.5);
  traverse(ast, {
    CallExpression({ node }) {
      if (t.isIdentifier(node.callee) && GROUPS.test(node.callee.name)) dice.shuffle(node.arguments);
      if (t.isIdentifier(node.callee, { name: 'eq' }) && node.arguments.every(isColumn) && dice.chance(0.5)) node.arguments.reverse();
      if (t.isIdentifier(node.callee, { name: 'pgTable' })) order(node.arguments[1], dice);
      if (t.isMemberExpression(node.callee) && ['and', 'or'].includes(node.callee.property.name) &&
        t.isArrayExpression(node.arguments[0])) dice.shuffle(node.arguments[0].elements);
      if (t.isMemberExpression(node.callee) && ['set', 'values', 'doUpdateSet'].includes(node.callee.property.name)) order(node.arguments[0], dice);
    },
    ImportDeclaration({ node }) { dice.shuffle(node.specifiers); },
    TSInterfaceBody({ node }) { dice.shuffle(node.body); },
    ArrayExpression({ node, parent }) {
      if (t.isCallExpression(parent) && /^(inArray|where)$/.test((parent.callee.property ?? parent.callee).name) && node.elements.every((e) => t.isStringLiteral(e))) dice.shuffle(node.elements);
    },
    BinaryExpression({ node }) {
      if (/^[!=]==$/.test(node.operator) && dice.chance(0.4)) [node.left, node.right] = [node.right, node.left];
    },
    IfStatement({ node }) {
      if (braces && !node.alternate && !t.isBlockStatement(node.consequent)) node.consequent = t.blockStatement([node.consequent]);
    },
  });
  wheres(ast, dice);
  raw(ast, dice);
  const declared = ast.program.body.filter(isTable), places = declared.map((n) => ast.program.body.indexOf(n));
  dice.shuffle(declared).forEach((n, i) => { ast.program.body[places[i]] = n; });
  return names(ast, dice);
}
const isColumn = (n) => t.isMemberExpression(n) && t.isIdentifier(n.object) && !['me', 'q', 'n', 'pick', 'wave', 'notice', 'known'].includes(n.object.name);
const isTable = (n) => t.isTSInterfaceDeclaration(n) || (t.isVariableDeclaration(n) && t.isCallExpression(n.declarations[0].init) &&
  t.isIdentifier(n.declarations[0].init.callee, { name: 'pgTable' }));
function order(object, dice) {
  if (t.isObjectExpression(object) && object.properties.every((p) => t.isObjectProperty(p))) dice.shuffle(object.properties);
}

// wheres mixes calls of where that follow each other in a chain, and those of on in joins.
function wheres(ast, dice) {
  traverse(ast, {
    CallExpression({ node, parent }) {
      if (!isLink(node) || (t.isMemberExpression(parent) && parent.object === node && parent.property.name === node.callee.property.name)) return;
      const run = [];
      for (let at = node; isLink(at) && at.callee.property.name === node.callee.property.name; at = at.callee.object) run.push(at);
      const args = dice.shuffle(run.map((c) => c.arguments));
      run.forEach((c, i) => { c.arguments = args[i]; });
    },
  });
}
const isLink = (n) => t.isCallExpression(n) && t.isMemberExpression(n.callee) && /^(where|whereRef|on|onRef)$/.test(n.callee.property.name);

// raw gives the aliases of tables in SQL texts other names, and its words another case.
function raw(ast, dice) {
  const lower = dice.chance(0.5), aliases = new Map();
  const rename = (table, alias) => {
    const parts = [alias, `${alias}0`, `${alias}1`, table.slice(0, 2), table.slice(0, 3), `my_${table}`, table];
    const taken = [...aliases.values(), 'as', 'in', 'is', 'on', 'or'];
    if (!aliases.has(alias) && /[a-z]{3}/.test(table)) aliases.set(alias, dice.shuffle(parts).find((n) => !taken.includes(n)) ?? alias);
  };
  traverse(ast, {
    StringLiteral({ node }) { for (const [, table, alias] of node.value.matchAll(/^(\w+) as (\w+)$/g)) rename(table, alias); },
    TemplateElement({ node }) {
      for (const [, table, alias] of node.value.raw.matchAll(/(?:from|join) (\w+) as (\w+)\b/gi)) rename(table, alias);
    },
  });
  traverse(ast, {
    TemplateElement({ node }) {
      let text = node.value.raw.replace(/(?<![\w.$])(\w+)\.(?=\w|$)/g, (all, a) => aliases.has(a) ? aliases.get(a) + '.' : all)
        .replace(/((?:from|join) \w+ as )(\w+)\b/gi, (all, as, a) => as + (aliases.get(a) ?? a));
      if (lower) text = text.replace(/\b[A-Z]{2,}\b/g, (w) => w.toLowerCase());
      node.value = { raw: text, cooked: undefined };
    },
    StringLiteral({ node, parent }) {
      if (t.isImportDeclaration(parent)) return;
      const named = /^(\w+) as (\w+)$/.exec(node.value), column = /^(\w+)\.(\w+( as \w+)?)$/.exec(node.value);
      const alone = t.isCallExpression(parent) && ['forUpdate', 'employed'].includes((parent.callee.property ?? parent.callee).name);
      if (named) node.value = `${named[1]} as ${aliases.get(named[2]) ?? named[2]}`;
      else if (column && aliases.has(column[1])) node.value = `${aliases.get(column[1])}.${column[2]}`;
      else if (alone && aliases.has(node.value)) node.value = aliases.get(node.value);
      delete node.extra;
    },
  });
}

async function names(ast, dice) {
  const again = parse(generate(ast).code, { sourceType: 'module', plugins: ['typescript'] });
  const used = new Set(), chosen = new Map();
  traverse(again, { Identifier({ node }) { used.add(node.name); } });
  const other = (name, list) => {
    if (!chosen.has(name)) {
      const free = (n) => n === name || (!used.has(n) && ![...chosen.values()].includes(n));
      chosen.set(name, dice.shuffle([...list]).find(free) ?? name);
    }
    return chosen.get(name);
  };
  traverse(again, {
    Scope({ scope }) {
      for (const [name, binding] of Object.entries(scope.bindings)) {
        const exported = t.isExportNamedDeclaration(binding.path.parentPath?.parent);
        if (!NAMES[name] || exported || binding.kind === 'module' || binding.seen) continue;
        const to = other(name, NAMES[name]);
        if (to !== name) {
          scope.rename(name, to);
          scope.bindings[to].seen = true;
        }
      }
    },
  });
  const keys = new Map(Object.entries(COLUMNS).filter(([name]) => used.has(name)).map(([name, list]) => [name, other(name, list)]));
  traverse(again, {
    Identifier({ node, parent, key }) {
      const isKey = (t.isObjectProperty(parent) && key === 'key') || (t.isMemberExpression(parent) && key === 'property');
      if (isKey && !parent.computed && keys.has(node.name)) {
        if (parent.shorthand) parent.shorthand = false;
        node.name = keys.get(node.name);
      }
    },
  });
  const width = dice.pick([100, 106, 112, 118]), text = generate(again).code;
  return packed(width, await prettier.format(text, {
    parser: 'typescript', semi: /^interface/m.test(text) || !dice.chance(0.25), singleQuote: dice.chance(0.6), tabWidth: 2, printWidth: width, trailingComma: dice.pick(['all', 'none', 'es5']), arrowParens: dice.pick(['always', 'avoid']),
    bracketSpacing: !dice.chance(0.2), objectWrap: 'collapse',
  }));
}

// packed puts several members of a list on one line, as people write long lists.
function packed(width, code) {
  const out = [];
  let text = false;
  for (const line of code.split('\n')) {
    const last = out[out.length - 1] ?? '', [, indent, rest] = /^(\s*)(.*)$/.exec(line);
    const same = /^\s*/.exec(last)[0] === indent, fits = last.length + rest.length < width;
    const quotes = (line.match(/`/g) ?? []).length % 2 === 1;
    if (!text && !quotes && /\($/.test(last) && /^(and|or)\($/.test(rest)) out[out.length - 1] += rest;
    else if (!text && !quotes && /^\s*\)+$/.test(last) && /^\)+[,;]?$/.test(rest)) out[out.length - 1] += rest;
    else if (!text && same && fits && /^\s*\w+\??: [^=(]*;$/.test(last) && /^\w+\??: [^=(]*;$/.test(rest)) out[out.length - 1] += ' ' + rest;
    else if (!text && !quotes && same && fits && /,$/.test(last) && !/[[({]$/.test(rest) && /^[\w{[.(]/.test(rest) &&
      !/^\s*[)\]}]/.test(last) && /[\w)\]}'",]$/.test(rest)) out[out.length - 1] += ' ' + rest;
    else out.push(line);
    if (quotes) text = !text;
  }
  return out.join('\n').replace(/\n(route\()/, '\n\n$1');
}

async function main() {
  const args = process.argv.slice(2);
  const seed = args[0] === '--seed' ? args.splice(0, 2)[1] : '1';
  const [dir, ...words] = args;
  for (const name of fs.readdirSync(dir).sort()) {
    if (!/-\d\d-(good|bad)\.md$/.test(name) || (words.length && !words.some((w) => name.includes(w)))) continue;
    const file = path.join(dir, name), [head, tail] = fs.readFileSync(file, 'utf8').split('\n# Minimal\n');
    const fence = /```ts\n([\s\S]*?)```\n/, minimal = fence.exec(tail ?? head)[1];
    const code = await reword(minimal, new Dice(seed, path.basename(dir), name));
    const front = head.replace(fence, () => '```ts\n' + code + '```\n').trimEnd();
    fs.writeFileSync(file, `${front}\n\n# Minimal\n\`\`\`ts\n${minimal}\`\`\`\n`);
  }
}
main().catch((e) => { console.error(e); process.exit(1); });
