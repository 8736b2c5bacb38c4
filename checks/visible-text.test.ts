import { readdirSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** Attributes of HTML elements and of components that contain visible or spoken text. */
const elementAttributes = [
	'alt',
	'aria-description',
	'aria-label',
	'aria-roledescription',
	'aria-valuetext',
	'label',
	'placeholder',
	'title',
];
const componentAttributes = [
	...elementAttributes,
	'action',
	'caption',
	'description',
	'dismissal',
	'end',
	'failure',
	'heading',
	'hint',
	'lead',
	'line',
	'message',
	'said',
	'summary',
	'text',
	'words',
];
/** Object properties that contain visible text, such as those of `pageMeta`. */
const textProperties = ['description', 'hint', 'label', 'lead', 'placeholder', 'title'];

/** A string literal that matches counts as visible text: it starts with a capitalized word and a word in lower case. */
const sentence = /^\p{Lu}[\p{L}'’]*[,.:]? \p{Ll}/u;

/** Lists the visible text that a source file contains as literals. */
function findVisibleText(path: string, source: string): string[] {
	const { program, errors } = parseSync(path, source);
	expect(errors).toEqual([]);
	const found = new Map<number, string>();
	const ignored = new Set<number>();

	function add({ start, words }: Words) {
		const isAddress = /^\/\S*$/.test(words);
		if (/\p{L}/u.test(words) && !isAddress) found.set(start, words.trim());
	}

	function addChildren(children: ESTree.JSXChild[]) {
		for (const child of children) {
			if (child.type === 'JSXText') add({ start: child.start, words: child.value });
			else listTexts(child).forEach(add);
		}
	}

	new Visitor({
		JSXElement({ openingElement, children }) {
			const name = source.slice(openingElement.name.start, openingElement.name.end);
			const visible = /^[a-z]/.test(name) ? elementAttributes : componentAttributes;
			for (const attribute of openingElement.attributes) {
				if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue;
				if (visible.includes(attribute.name.name)) listTexts(attribute.value).forEach(add);
			}
			if (name !== 'script' && name !== 'style') addChildren(children);
		},
		JSXFragment({ children }) {
			addChildren(children);
		},
		Property({ key, value }) {
			if (key.type !== 'Identifier' || !textProperties.includes(key.name)) return;
			// In the web app manifest, `title: 'title'` is the name of a form field, not visible text.
			for (const found of listTexts(value)) if (found.words !== key.name) add(found);
		},
		NewExpression({ callee, arguments: args }) {
			// Error messages are for logs, so they may be literals.
			if (callee.type === 'Identifier' && /(Error|Exception)$/.test(callee.name))
				for (const { start } of args) ignored.add(start);
		},
		CallExpression({ callee, arguments: args }) {
			if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'console')
				for (const { start } of args) ignored.add(start);
		},
		Literal({ start, value }) {
			if (typeof value === 'string' && sentence.test(value) && !ignored.has(start)) add({ start, words: value });
		},
		TemplateLiteral(node) {
			const { start, end } = node;
			if (sentence.test(source.slice(start + 1, end)) && !ignored.has(start)) listTexts(node).forEach(add);
		},
	}).visit(program);
	return [...found].map(([start, words]) => `${path}:${source.slice(0, start).split('\n').length} ${words}`);
}

interface Words {
	start: number;
	words: string;
}

/** Lists the strings that an expression can evaluate to, including the parts of templates. */
function listTexts(node: ESTree.Node | null): Words[] {
	switch (node?.type) {
		case 'Literal':
			return typeof node.value === 'string' ? [{ start: node.start, words: node.value }] : [];
		case 'TemplateLiteral':
			return [
				...node.quasis.map(({ start, value }) => ({ start, words: value.raw })),
				...node.expressions.flatMap(listTexts),
			];
		case 'ConditionalExpression':
			return [...listTexts(node.consequent), ...listTexts(node.alternate)];
		case 'LogicalExpression':
			return [...listTexts(node.left), ...listTexts(node.right)];
		case 'BinaryExpression':
			return node.operator === '+' ? [...listTexts(node.left), ...listTexts(node.right)] : [];
		case 'JSXExpressionContainer':
			return listTexts(node.expression);
		default:
			return [];
	}
}

test.each([
	['text', 'export const a = <p>Saved</p>;', 'Saved'],
	['text next to an element', 'export const a = <p><b /> of 4</p>;', 'of 4'],
	['text in a fragment', 'export const a = <>Saved</>;', 'Saved'],
	['one of two alternative texts', "export const a = (on) => <p>{on ? text.on : 'off'}</p>;", 'off'],
	['conditional text', "export const a = (on) => <p>{on && 'now'}</p>;", 'now'],
	['a template', 'export const a = (n) => <p>{`$' + '{n} items`}</p>;', 'items'],
	['concatenated text', "export const a = (n) => <p>{n + ' items'}</p>;", 'items'],
	['the label of an element', 'export const a = <nav aria-label="Pages" />;', 'Pages'],
	['the label of a component', 'export const a = <Button label={`Remove $' + '{name}`} />;', 'Remove'],
	['one of two alternative labels', "export const a = (on) => <Button title={on ? 'On' : text.off} />;", 'On'],
	['a title in the head of a page', "export const meta = () => pageMeta({ title: 'Search' });", 'Search'],
	['a toast', "export const a = () => toast('Your changes are saved');", 'Your changes are saved'],
	['a toast with a name', 'export const a = () => toast(`Nothing from $' + '{name}`);', 'Nothing from'],
])('finds %s', (_, source, words) => {
	expect(findVisibleText('web/ads/ad.tsx', source)).toEqual([`web/ads/ad.tsx:1 ${words}`]);
});

test('ignores catalogue texts, symbols, code, paths, and messages of errors and logs', () => {
	const source = `
		export const a = (
			<form action="/search" className="flex gap-2" title={text.title}>
				<input name="q" placeholder="0803 123 4567" type="search" />
				<Field hint="/learning" variant="quiet" what="ad">{text.search} · {count} %</Field>
				<script>{\`try{read('notice')}catch{}\`}</script>
			</form>
		);
		export const load = () => {
			console.info('No answer came');
			throw new Error('No answer came');
		};
	`;
	expect(findVisibleText('web/ads/ad.tsx', source)).toEqual([]);
});

test('components take visible text from the catalogue', () => {
	const paths = readdirSync('web', { recursive: true, encoding: 'utf8' }).map(
		(path) => `web/${path.replaceAll('\\', '/')}`,
	);
	const components = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^web\/testing\//.test(path));
	expect(components.length).toBeGreaterThan(0);
	const found = components.flatMap((path) => findVisibleText(path, readFileSync(path, 'utf8')));
	expect(found, 'Visible text belongs in text/').toEqual([]);
});
