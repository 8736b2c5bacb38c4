// Lists the sentences that users read in the interface, by area: `npm run sentences`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

export interface Sentence {
	/** Path of the file in `text/` without its extension, such as `web/log-in`. */
	area: string;
	line: number;
	/** Text of the sentence. `Ada` replaces each parameter and each self-closing tag; other tags are removed. */
	text: string;
}

/** Legal texts, which are left out because legal sentences follow other rules. */
const legalPages = ['web/terms', 'web/privacy', 'server/processing', 'web/impact-assessment'];
const folder = join(import.meta.dirname, '../text');

/** Splits all texts of the interface, except those of legal pages, into sentences. */
export function listSentences(): Sentence[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
		.map((file) => file.slice(0, -'.ts'.length))
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

/** Marks the strings inside a template, because they are part of the template's text and not texts of their own. */
function markStrings(node: ESTree.Node, inner: Set<ESTree.Node>) {
	inner.add(node);
	for (const value of Object.values(node)) {
		for (const child of Array.isArray(value) ? value : [value]) {
			if (child && typeof child === 'object' && 'type' in child) markStrings(child as ESTree.Node, inner);
		}
	}
}

/** Returns every text that a literal or a template can become, one for each branch of a condition or plural. */
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

/** Splits a text into sentences. A sentence ends with a period, question mark, exclamation mark, colon, semicolon or line break. */
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
