import { readdirSync, readFileSync } from 'node:fs';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** Attributes whose words people see or hear: of HTML elements, and of components. */
const ofElements = [
	'alt',
	'aria-description',
	'aria-label',
	'aria-roledescription',
	'aria-valuetext',
	'label',
	'placeholder',
	'title',
];
const ofComponents = [
	...ofElements,
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
/** Properties of objects with words for people, such as those of a page's head. */
const ofObjects = ['description', 'hint', 'label', 'lead', 'placeholder', 'title'];

/** The beginning of a sentence; matched in every string literal. */
const sentence = /^\p{Lu}[\p{L}'’]*[,.:]? \p{Ll}/u;

/** Words for people that a component spells. */
function spelledWords(path: string, source: string): string[] {
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
			else wordsOf(child).forEach(add);
		}
	}

	new Visitor({
		JSXElement({ openingElement, children }) {
			const name = source.slice(openingElement.name.start, openingElement.name.end);
			const visible = /^[a-z]/.test(name) ? ofElements : ofComponents;
			for (const attribute of openingElement.attributes) {
				if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue;
				if (visible.includes(attribute.name.name)) wordsOf(attribute.value).forEach(add);
			}
			if (name !== 'script' && name !== 'style') addChildren(children);
		},
		JSXFragment({ children }) {
			addChildren(children);
		},
		Property({ key, value }) {
			if (key.type !== 'Identifier' || !ofObjects.includes(key.name)) return;
			// The manifest names the fields of a form this way: `title: 'title'`.
			for (const found of wordsOf(value)) if (found.words !== key.name) add(found);
		},
		NewExpression({ callee, arguments: given }) {
			// Messages for whoever reads a log.
			if (callee.type === 'Identifier' && /(Error|Exception)$/.test(callee.name))
				for (const { start } of given) ignored.add(start);
		},
		CallExpression({ callee, arguments: given }) {
			if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'console')
				for (const { start } of given) ignored.add(start);
		},
		Literal({ start, value }) {
			if (typeof value === 'string' && sentence.test(value) && !ignored.has(start)) add({ start, words: value });
		},
		TemplateLiteral(node) {
			const { start, end } = node;
			if (sentence.test(source.slice(start + 1, end)) && !ignored.has(start)) wordsOf(node).forEach(add);
		},
	}).visit(program);
	return [...found].map(([start, words]) => `${path}:${source.slice(0, start).split('\n').length} ${words}`);
}

interface Words {
	/** Where they begin in the source. */
	start: number;
	words: string;
}

/** The strings that an expression can result in, and the words of its templates. */
function wordsOf(node: ESTree.Node | null): Words[] {
	switch (node?.type) {
		case 'Literal':
			return typeof node.value === 'string' ? [{ start: node.start, words: node.value }] : [];
		case 'TemplateLiteral':
			return [
				...node.quasis.map(({ start, value }) => ({ start, words: value.raw })),
				...node.expressions.flatMap(wordsOf),
			];
		case 'ConditionalExpression':
			return [...wordsOf(node.consequent), ...wordsOf(node.alternate)];
		case 'LogicalExpression':
			return [...wordsOf(node.left), ...wordsOf(node.right)];
		case 'BinaryExpression':
			return node.operator === '+' ? [...wordsOf(node.left), ...wordsOf(node.right)] : [];
		case 'JSXExpressionContainer':
			return wordsOf(node.expression);
		default:
			return [];
	}
}

test.each([
	['text', 'export const a = <p>Saved</p>;', 'Saved'],
	['text beside an element', 'export const a = <p><b /> of 4</p>;', 'of 4'],
	['text in a fragment', 'export const a = <>Saved</>;', 'Saved'],
	['one of two texts', "export const a = (on) => <p>{on ? text.on : 'off'}</p>;", 'off'],
	['a text that is not always there', "export const a = (on) => <p>{on && 'now'}</p>;", 'now'],
	['a template', 'export const a = (n) => <p>{`$' + '{n} items`}</p>;', 'items'],
	['joined words', "export const a = (n) => <p>{n + ' items'}</p>;", 'items'],
	['the label of an element', 'export const a = <nav aria-label="Pages" />;', 'Pages'],
	['the label of a component', 'export const a = <Button label={`Remove $' + '{name}`} />;', 'Remove'],
	['one of two labels', "export const a = (on) => <Button title={on ? 'On' : text.off} />;", 'On'],
	['a title in the head of a page', "export const meta = () => pageMeta({ title: 'Search' });", 'Search'],
	['a notice', "export const a = () => toast('Your changes are saved');", 'Your changes are saved'],
	['a notice with a name', 'export const a = () => toast(`Nothing from $' + '{name}`);', 'Nothing from'],
])('finds %s', (_, source, words) => {
	expect(spelledWords('web/ads/ad.tsx', source)).toEqual([`web/ads/ad.tsx:1 ${words}`]);
});

test('finds nothing in words of the catalogue, signs, code, addresses and messages of errors and logs', () => {
	const source = `
		export const a = (
			<form action="/search" className="flex gap-2" title={text.title}>
				<input name="q" placeholder="0803 123 4567" type="search" />
				<Field hint="/learning" look="quiet" what="ad">{text.search} · {count} %</Field>
				<script>{\`try{read('notice')}catch{}\`}</script>
			</form>
		);
		export const load = () => {
			console.info('No answer came');
			throw new Error('No answer came');
		};
	`;
	expect(spelledWords('web/ads/ad.tsx', source)).toEqual([]);
});

test('components take the words for people from the catalogue', () => {
	const paths = readdirSync('web', { recursive: true, encoding: 'utf8' }).map(
		(path) => `web/${path.replaceAll('\\', '/')}`,
	);
	const components = paths.filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^web\/testing\//.test(path));
	expect(components.length).toBeGreaterThan(0);
	const found = components.flatMap((path) => spelledWords(path, readFileSync(path, 'utf8')));
	expect(found, 'Words for people belong in contract/text/').toEqual([]);
});
