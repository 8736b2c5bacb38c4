// Lists what people read in the interface, by area: `npm run sentences`.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface Sentence {
	/** The file in contract/text/ without its ending. */
	area: string;
	line: number;
	/** A parameter is shown as `Ada`, a tag is left out. */
	text: string;
}

/** Terms and privacy are legal pages: they have sentences of their own kind. */
const legalPages = ['terms', 'privacy'];
const folder = join(import.meta.dirname, '../contract/text');

/** Every text of the catalogue, split into sentences. */
export function listSentences(): Sentence[] {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
		.map((file) => basename(file, '.ts'))
		.filter((area) => !legalPages.includes(area))
		.flatMap((area) => findSentencesInSource(area, readFileSync(join(folder, `${area}.ts`), 'utf8')));
}

export function findSentencesInSource(area: string, source: string): Sentence[] {
	const found: Sentence[] = [];
	const inner = new Set<ESTree.Node>();

	function add(node: ESTree.Node) {
		const line = source.slice(0, node.start).split('\n').length;
		for (const text of alternatives(node)) {
			for (const sentence of split(text)) found.push({ area, line, text: sentence });
		}
	}

	new Visitor({
		ImportDeclaration({ source: from }) {
			inner.add(from);
		},
		TSLiteralType({ literal }) {
			inner.add(literal);
		},
		Property({ key }) {
			inner.add(key);
		},
		TemplateLiteral(node) {
			if (inner.has(node)) return;
			for (const expression of node.expressions) markStrings(expression, inner);
			add(node);
		},
		BinaryExpression({ left, right }) {
			inner.add(left).add(right);
		},
		Literal(node) {
			if (typeof node.value === 'string' && !inner.has(node)) add(node);
		},
	}).visit(parseSync(`${area}.ts`, source).program);
	return found;
}

/** The strings inside a template are part of its text. */
function markStrings(node: ESTree.Node, inner: Set<ESTree.Node>) {
	inner.add(node);
	for (const value of Object.values(node)) {
		for (const child of Array.isArray(value) ? value : [value]) {
			if (child && typeof child === 'object' && 'type' in child) markStrings(child as ESTree.Node, inner);
		}
	}
}

/** The texts that a literal or a template can become. */
function alternatives(node: ESTree.Node): string[] {
	switch (node.type) {
		case 'Literal':
			return [String(node.value)];
		case 'ConditionalExpression':
			return [...alternatives(node.consequent), ...alternatives(node.alternate)];
		case 'CallExpression':
			return node.callee.type === 'Identifier' && node.callee.name === 'plural'
				? node.arguments.flatMap((argument) =>
						argument.type === 'ObjectExpression'
							? argument.properties.flatMap((form) => (form.type === 'Property' ? alternatives(form.value) : []))
							: [],
					)
				: ['Ada'];
		case 'TemplateLiteral':
			return node.quasis.reduce<string[]>(
				(texts, { value }, index) => {
					const expression = node.expressions[index];
					const next = expression ? alternatives(expression) : [''];
					return texts.flatMap((text) => next.map((words) => text + (value.cooked ?? '') + words));
				},
				[''],
			);
		default:
			return ['Ada'];
	}
}

/** Sentences end with a period, a question mark, an exclamation mark, a colon or a line. */
function split(text: string): string[] {
	return text
		.replace(/<\/?\w+ ?\/?>/g, (tag) => (tag.endsWith('/>') ? 'Ada' : ''))
		.split(/(?<=[.!?:;])\s+|\n/)
		.map((sentence) => sentence.trim())
		.filter((sentence) => /\p{L}/u.test(sentence));
}

if (import.meta.main) {
	let area = '';
	for (const sentence of listSentences()) {
		if (sentence.area !== area) console.log(`\n${sentence.area}`);
		area = sentence.area;
		console.log(`  ${sentence.text}`);
	}
}
