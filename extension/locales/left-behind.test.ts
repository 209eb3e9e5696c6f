import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

// A text that a reader sees comes out of a catalog. What stands in the code itself is found here: the words between tags,
// the words in attributes, and whatever else reads like prose.

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Elements whose text is code in every language. */
const CODE = new Set(['code', 'kbd', 'pre']);
/** Attributes that no reader meets. */
const SILENT = /^(class|d|id|style|viewBox|transform|patternTransform|key|type|role|orient|on[A-Z].*)$/;
const SAID = /^(aria-label|title|label|placeholder|alt|name|note|says|closeLabel)$/;
const WORD = /\p{L}{2,}/u;
const PROSE = /\p{L}{2,},? +\p{L}{2,}/u;

const nameOf = (node: unknown): string =>
  isNode(node) && typeof node.name === 'string' ? node.name : isNode(node) ? nameOf(node.name) : '';

/** The texts in a file's code that look as if they were meant to be read. */
function textsIn(code: string, file: string): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    switch (value.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
        if (value.source !== null && value.source !== undefined) return;
        break;
      // What is thrown is for whoever mends the panel, as are types.
      case 'ThrowStatement':
      case 'TSTypeAnnotation':
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        return;
      case 'JSXElement':
        if (isNode(value.openingElement) && CODE.has(nameOf(value.openingElement))) return;
        break;
      case 'JSXText':
        if (typeof value.value === 'string' && WORD.test(value.value)) found.push(value.value.trim());
        return;
      case 'JSXAttribute': {
        const name = nameOf(value);
        if (SILENT.test(name)) return;
        const { value: given } = value;
        if (SAID.test(name) && isNode(given) && given.type === 'Literal' && WORD.test(String(given.value))) {
          found.push(`${name}="${given.value}"`);
          return;
        }
        break;
      }
      case 'Literal':
        if (typeof value.value === 'string' && PROSE.test(value.value)) found.push(value.value);
        return;
      case 'TemplateElement': {
        const raw =
          typeof value.value === 'object' && value.value !== null && 'raw' in value.value ? value.value.raw : '';
        if (PROSE.test(String(raw))) found.push(String(raw));
        return;
      }
    }
    for (const field of Object.values(value)) visit(field);
  };
  const { program, errors } = parseSync(file, code);
  expect(errors).toEqual([]);
  visit(program);
  return found;
}

/** Copies are for whoever mends the app: English, whatever the panel is written in. */
const files = readdirSync('extension/panel', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(testing|copy)\//.test(file))
  .map((file) => `extension/panel/${file}`);

test('panel 8: what looks like a text is found where it stands in the code', () => {
  const code = `
    const a = <p title="Two words">Hello {name}<code>state:error</code></p>;
    const b = <Section title={ok ? 'This one' : text.other} class="pill pill--final" />;
    const c = \`it waited \${time}\`;
    throw new Error('no reader sees this');`;
  expect(textsIn(code, 'a.tsx')).toEqual(['title="Two words"', 'Hello', 'This one', 'it waited ']);
});

/** The same in every language: the name, and code. */
const IN_ANY_LANGUAGE = [/^Tasklens$/, /^state:\w+ \w+:\S+$/, /^import \{ createRuntime \}/];

test('panel 8: no text of the panel stands in its code', () => {
  expect(files.length).toBeGreaterThan(60);
  const found = files.flatMap((file) =>
    textsIn(readFileSync(resolve(file), 'utf8'), file)
      .filter((text) => !IN_ANY_LANGUAGE.some((known) => known.test(text)))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
