// Gives TypeScript tests of suites/tenantsql a surface: `# Code` becomes another wording of `# Minimal` (of `# Code`
// where there is no `# Minimal` yet). Every choice is drawn by seed and test. `assay verify` executes both texts
// and compares them, so nothing here is trusted.
//
//   npm ci --prefix tools/knexsurface
//   node tools/knexsurface/surface.cjs [--seed N] suites/tenantsql/support-desk [word in the names of tests …]
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
  constructor(...parts) { this.state = crypto.createHash('sha256').update(parts.join('\0')).digest(); this.at = 0; }
  next() {
    if (this.at + 4 > this.state.length) { this.state = crypto.createHash('sha256').update(this.state).digest(); this.at = 0; }
    const v = this.state.readUInt32LE(this.at);
    this.at += 4;
    return v / 2 ** 32;
  }
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
const SYNONYMS = {
  db: ['db', 'knex', 'conn', 'pg', 'database', 'k'],
  p: ['p', 'params', 'input', 'req', 'args', 'request'],
  query: ['query', 'builder', 'statement', 'rows', 'stmt', 'result', 'q'],
  member: ['member', 'membership', 'belongs', 'activeMember', 'isMember', 'current'],
  reachable: ['reachable', 'openQueue', 'mayWork', 'queueAccess', 'allowedQueue', 'inQueue'],
  SORTS: ['SORTS', 'COLUMNS', 'SORTABLE', 'KEYS', 'ORDERS', 'ALLOWED'],
  sort: ['sort', 'key', 'column', 'orderKey', 'by'],
  size: ['size', 'limit', 'pageSize', 'max', 'take', 'count'],
  patch: ['patch', 'changes', 'fields', 'values', 'set', 'next'],
  term: ['term', 'needle', 'pattern', 'text', 'search'],
  visible: ['visible', 'mine', 'scoped', 'base', 'own', 'readable'],
  staff: ['staff', 'internal', 'insider', 'colleague', 'trusted'],
  STEPS: ['STEPS', 'FLOW', 'TRANSITIONS', 'MOVES', 'BEFORE', 'RULES'],
  from: ['from', 'before', 'previous', 'allowedFrom', 'states', 'starts'],
  EDITABLE: ['EDITABLE', 'WRITABLE', 'ACCEPTED', 'OPEN_FIELDS', 'PUBLIC_FIELDS'],
  w: ['w', 'q', 'b', 'inner', 'qb', 'group', 'clause', 'sub', 'x'],
};
const LINKS = /^((and)?where|andWhere|(inner|left|right)?[jJ]oin|select|orderBy|orderByRaw|limit|groupBy|having|forUpdate|returning|update|first|from|count|sum|offset|distinct|clear|max|min|column)/;
const WHERE = /^(where|andWhere)/;
const FIXED = /^(or|onConflict|merge|ignore|union|as$|with|on$|andOn|insert|delete|del$|then|modify)/;

// chain takes a call apart: a base and links of name and arguments; null for other calls.
function chain(node) {
  const links = [];
  let at = node;
  while (t.isCallExpression(at) && t.isMemberExpression(at.callee) && !at.callee.computed && t.isIdentifier(at.callee.property)) {
    links.unshift({ name: at.callee.property.name, args: at.arguments });
    at = at.callee.object;
  }
  return links.length && links.every((l) => LINKS.test(l.name) || FIXED.test(l.name)) ? { base: at, links } : null;
}
const build = (base, links) =>
  links.reduce((o, l) => t.callExpression(t.memberExpression(o, t.identifier(l.name)), l.args), base);

const isObject = (l) => l.args.length === 1 && t.isObjectExpression(l.args[0]) && l.args[0].properties.length > 0 &&
  l.args[0].properties.every((x) => t.isObjectProperty(x) && !x.computed);
const keyOf = (x) => (t.isIdentifier(x.key) ? x.key.name : x.key.value);

// equalities takes conditions apart into single ones: {column, value}.
function equalities(links) {
  return links.flatMap((l) => {
    if (/^(where|andWhere)$/.test(l.name)) {
      if (isObject(l)) return l.args[0].properties.map((x) => ({ column: keyOf(x), value: x.value, name: l.name }));
      const eq = l.args.length === 2 || (l.args.length === 3 && t.isStringLiteral(l.args[1], { value: '=' }));
      if (eq && t.isStringLiteral(l.args[0])) return [{ column: l.args[0].value, value: l.args[l.args.length - 1], name: l.name }];
    }
    if (l.name === 'whereNull' && t.isStringLiteral(l.args[0])) return [{ column: l.args[0].value, nil: true }];
    return [l];
  });
}

function written(list, style, dice) {
  const out = [];
  let object = null;
  for (const l of list) {
    if (!l.column) { out.push(l); object = null; continue; }
    const key = t.isValidIdentifier(l.column) ? t.identifier(l.column) : t.stringLiteral(l.column);
    const value = l.nil ? t.nullLiteral() : l.value;
    const property = t.objectProperty(key, value, false, t.isIdentifier(value) && value.name === l.column);
    if (style === 'object' && (!l.nil || dice.chance(0.4))) {
      if (object && dice.chance(0.85)) object.properties.push(property);
      else { object = t.objectExpression([property]); out.push({ name: 'where', args: [object] }); }
      continue;
    }
    object = null;
    if (l.nil) out.push({ name: 'whereNull', args: [t.stringLiteral(l.column)] });
    else if (style === 'equals') out.push({ name: 'where', args: [t.stringLiteral(l.column), t.stringLiteral('='), value] });
    else out.push({ name: 'where', args: [t.stringLiteral(l.column), value] });
  }
  return out;
}

// interleave mixes links: conditions in any order, all others in theirs.
function interleave(links, dice) {
  const kinds = new Map();
  for (const l of links) {
    const kind = l.column || WHERE.test(l.name) ? 'where' : /[jJ]oin/.test(l.name) ? 'join' : l.name;
    if (!kinds.has(kind)) kinds.set(kind, []);
    kinds.get(kind).push(l);
  }
  if (kinds.has('where')) dice.shuffle(kinds.get('where'));
  const order = dice.shuffle([...kinds.keys()]);
  if (dice.chance(0.35)) { // conditions between the others
    const out = order.filter((k) => k !== 'where').flatMap((k) => kinds.get(k));
    for (const l of kinds.get('where') || []) out.splice(Math.floor(dice.next() * (out.length + 1)), 0, l);
    return out;
  }
  return order.flatMap((k) => kinds.get(k));
}

function reword(code, dice) {
  const ast = parse(code, { sourceType: 'module', plugins: ['typescript'] });
  const style = dice.pick(['object', 'object', 'calls', 'equals']);
  const habits = { and: dice.chance(0.3), fn: dice.chance(0.45), inner: dice.chance(0.5), braces: dice.chance(0.5), join: dice.pick(['object', 'call', 'call']) };

  const aliases = new Map();
  const rename = (node) => {
    const m = t.isStringLiteral(node) && /^(\w+) as (\w+)$/.exec(node.value);
    if (m && !aliases.has(m[2])) aliases.set(m[2], m[1]);
  };
  traverse(ast, {
    CallExpression({ node }) {
      if (t.isIdentifier(node.callee) || (t.isMemberExpression(node.callee) && /[jJ]oin|from/.test(node.callee.property.name))) rename(node.arguments[0]);
    },
  });
  const taken = new Set(), names = new Map();
  for (const [alias, table] of aliases) {
    const parts = table.split('_');
    const list = dice.shuffle([alias, table.slice(0, 1), table.slice(0, 2), table.slice(0, 3), table.slice(0, 4), parts.map((x) => x[0]).join('') + '1', table.replace(/s$/, ''), alias + '0']);
    const name = list.find((n) => !taken.has(n) && !['as', 'or', 'on', 'in', 'is', 'to', 'me', 'use', 'user'].includes(n)) || alias;
    taken.add(name);
    names.set(alias, name);
  }
  const recolumn = (s) => s.replace(/(?<![\w.])([a-z]\w*)\.(?=[a-z_*]|$)/g, (all, a) => (names.has(a) ? names.get(a) + '.' : all));
  traverse(ast, {
    StringLiteral({ node, parent }) {
      if (t.isImportDeclaration(parent)) return;
      const m = /^(\w+) as (\w+)$/.exec(node.value);
      node.value = m && aliases.get(m[2]) === m[1] ? `${m[1]} as ${names.get(m[2])}` : recolumn(node.value);
      delete node.extra;
    },
    TemplateElement({ node }) { node.value = { raw: recolumn(node.value.raw), cooked: undefined }; },
  });

  traverse(ast, {
    CallExpression: {
      exit(at) {
        const { node, parent } = at;
        if (t.isMemberExpression(parent) && parent.object === node) return; // the outermost call sees the whole chain
        const c = chain(node);
        if (!c) return;
        for (const l of c.links) {
          if (l.name === 'join' || l.name === 'innerJoin') l.name = habits.inner ? 'innerJoin' : 'join';
          if (/[jJ]oin/.test(l.name) && l.args.length === 2 && t.isObjectExpression(l.args[1])) {
            const on = l.args[1].properties.map((x) => dice.shuffle([t.stringLiteral(keyOf(x)), t.stringLiteral(x.value.value)]));
            dice.shuffle(on);
            l.args[1] = habits.join === 'object'
              ? t.objectExpression(on.map(([a, b]) => t.objectProperty(a, b)))
              : t.arrowFunctionExpression([t.identifier('on')], t.blockStatement([t.expressionStatement(
                build(t.identifier('on'), on.map(([a, b], i) => ({ name: i ? 'andOn' : 'on', args: [a, t.stringLiteral('='), b] }))))]));
          }
        }
        if (c.links.some((l) => FIXED.test(l.name))) return;
        let links = written(interleave(equalities(c.links), dice), style, dice);
        let wheres = 0;
        for (const l of links) {
          if (l.name === 'where' || l.name === 'andWhere') l.name = habits.and && wheres++ > 0 ? 'andWhere' : 'where';
          else if (WHERE.test(l.name)) wheres++;
        }
        at.replaceWith(build(c.base, links));
        at.skip();
      },
    },
    BinaryExpression({ node }) {
      if (/^[!=]==?$/.test(node.operator) && dice.chance(0.3)) [node.left, node.right] = [node.right, node.left];
    },
    IfStatement({ node }) {
      if (!node.alternate && habits.braces && t.isExpressionStatement(node.consequent)) node.consequent = t.blockStatement([node.consequent]);
      if (!node.alternate && !habits.braces && t.isBlockStatement(node.consequent) && node.consequent.body.length === 1 &&
        (t.isExpressionStatement(node.consequent.body[0]) || t.isThrowStatement(node.consequent.body[0]))) node.consequent = node.consequent.body[0];
    },
  });

  // Functions: names, order, split chains, members taken out of the parameters.
  const body = ast.program.body;
  const main = () => body.find((n) => t.isExportNamedDeclaration(n)).declaration;
  const last = main().body.body[main().body.body.length - 1];
  if (t.isReturnStatement(last) && dice.chance(0.55)) {
    const c = chain(last.argument);
    if (c && c.links.length > 2 && t.isCallExpression(c.base) && !c.links.some((l) => FIXED.test(l.name))) {
      const cut = 1 + Math.floor(dice.next() * (c.links.length - 1));
      const more = cut + 1 + Math.floor(dice.next() * (c.links.length - cut));
      const list = [t.variableDeclaration('const', [t.variableDeclarator(t.identifier('query'), build(c.base, c.links.slice(0, cut)))])];
      list.push(t.expressionStatement(build(t.identifier('query'), c.links.slice(cut, more))));
      list.push(t.returnStatement(more < c.links.length ? build(t.identifier('query'), c.links.slice(more)) : t.identifier('query')));
      t.inheritLeadingComments(list[0], last);
      if (!main().body.body.slice(0, -1).some((n) => /\bquery\b/.test(generate(n).code))) main().body.body.splice(-1, 1, ...list);
    }
  }
  traverse(ast, {
    ArrowFunctionExpression(at) {
      const { node } = at;
      if (node.params.length !== 1 || !t.isIdentifier(node.params[0]) || !habits.fn) return;
      if (!(t.isCallExpression(at.parent) && at.parent.arguments.includes(node) && chain(at.parent) && /^(where|andWhere|orWhere|.*[jJ]oin)/.test(at.parent.callee.property.name))) return;
      const own = at.scope.getBinding(node.params[0].name);
      if (!own || own.referencePaths.some((r) => r.getFunctionParent() !== at)) return;
      own.referencePaths.forEach((r) => r.replaceWith(t.thisExpression()));
      at.replaceWith(t.functionExpression(null, [], t.isBlockStatement(node.body) ? node.body : t.blockStatement([t.expressionStatement(node.body)])));
    },
  });
  const fresh = generate(ast).code;
  const again = parse(fresh, { sourceType: 'module', plugins: ['typescript'] });
  const destructure = dice.chance(0.4);
  const used = new Set(), chosen = new Map();
  traverse(again, { Identifier({ node }) { used.add(node.name); } });
  traverse(again, {
    Scope({ scope }) {
      for (const [name, binding] of Object.entries(scope.bindings)) {
        if (binding.scope !== scope || binding.done || (t.isFunctionDeclaration(binding.path.node) && t.isExportNamedDeclaration(binding.path.parent))) continue;
        const list = SYNONYMS[name] || (['on', 'q', 'b'].includes(name) ? SYNONYMS.w : null);
        if (!list) continue;
        if (!chosen.has(name)) {
          const other = dice.shuffle([...list]).find((n) => n === name || (!used.has(n) && ![...chosen.values()].includes(n))) || name;
          chosen.set(name, other);
        }
        binding.done = true;
        if (chosen.get(name) !== name) scope.rename(name, chosen.get(name));
      }
    },
    FunctionDeclaration(at) {
      if (!destructure || !t.isExportNamedDeclaration(at.parent)) return;
      const param = at.node.params[1];
      const own = at.scope.getBinding(param.name);
      const refs = own.referencePaths.map((r) => r.parentPath);
      if (!refs.every((m) => m.isMemberExpression() && !m.node.computed && m.node.object.name === param.name)) return;
      const members = [...new Set(refs.map((m) => m.node.property.name))];
      if (members.some((m) => used.has(m) && again.program.body.some((n) => new RegExp(`(const|let|function|\\() ?${m}\\b(?!:)`).test(generate(n).code)))) return;
      refs.forEach((m) => {
        const property = m.parentPath.isObjectProperty() && m.parentPath.node.value === m.node && keyOf(m.parentPath.node) === m.node.property.name;
        const name = m.node.property.name;
        if (property) m.parentPath.node.shorthand = true;
        m.replaceWith(t.identifier(name));
      });
      at.node.body.body.unshift(t.variableDeclaration('const', [t.variableDeclarator(
        t.objectPattern(dice.shuffle(members).map((m) => t.objectProperty(t.identifier(m), t.identifier(m), false, true))), t.identifier(param.name))]));
      at.skip();
    },
  });
  const top = again.program.body;
  const whole = top.find((n) => t.isExportNamedDeclaration(n)).declaration;
  const type = whole.params[1].typeAnnotation.typeAnnotation;
  if (t.isTSTypeLiteral(type)) {
    dice.shuffle(type.members);
    const form = dice.pick(['inline', 'interface', 'type']);
    const name = dice.pick(['Params', 'Request', 'Input', 'Args', 'Query']);
    if (form !== 'inline') {
      const is = form === 'type' ? t.tsTypeAliasDeclaration(t.identifier(name), null, type)
        : t.tsInterfaceDeclaration(t.identifier(name), null, null, t.tsInterfaceBody(type.members));
      whole.params[1].typeAnnotation = t.tsTypeAnnotation(t.tsTypeReference(t.identifier(name)));
      top.splice(1, 0, is);
    }
  }
  const movable = top.filter((n) => t.isFunctionDeclaration(n) || t.isExportNamedDeclaration(n));
  if (movable.every((n) => !(n.leadingComments || []).length)) { // a comment stays where it is read first
    const order = dice.shuffle([...movable]);
    top.forEach((n, i) => { if (movable.includes(n)) top[i] = order.shift(); });
  }
  return prettier.format(generate(again).code, {
    parser: 'typescript', semi: !dice.chance(0.25), singleQuote: dice.chance(0.6), tabWidth: dice.pick([2, 2, 4]),
    printWidth: dice.pick([80, 100, 110, 120]), trailingComma: dice.pick(['all', 'none', 'es5']), arrowParens: dice.pick(['always', 'avoid']),
    bracketSpacing: !dice.chance(0.2),
  });
}

async function main() {
  const args = process.argv.slice(2);
  const seed = args[0] === '--seed' ? args.splice(0, 2)[1] : '1';
  const [dir, ...words] = args;
  for (const name of fs.readdirSync(dir).sort()) {
    if (!/-\d\d-(good|bad)\.md$/.test(name) || (words.length && !words.some((w) => name.includes(w)))) continue;
    const file = path.join(dir, name);
    const text = fs.readFileSync(file, 'utf8');
    const [head, tail] = text.split('\n# Minimal\n');
    const fence = /```ts\n([\s\S]*?)```\n/;
    if (!fence.test(head)) continue;
    const minimal = fence.exec(tail || head)[1];
    const code = await reword(minimal, new Dice(seed, path.basename(dir), name));
    const front = head.replace(fence, () => '```ts\n' + code + '```\n').trimEnd();
    fs.writeFileSync(file, `${front}\n\n# Minimal\n\`\`\`ts\n${minimal}\`\`\`\n`);
  }
}
main().catch((e) => { console.error(e); process.exit(1); });
