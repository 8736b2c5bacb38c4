import * as commonText from '../../text/shared/common.ts';

/** Fields of an mdast node that the remark plugin reads. */
interface Node {
	type: string;
	children?: Node[];
	depth?: number;
	url?: string;
	alt?: string | null;
	value?: string;
}

/** Remark plugin that shifts headings below the page's `h1`, keeps only http(s) links, and turns images of other sites into links. */
export function adaptMarkdownToPage() {
	return (tree: Node) => {
		const headings = [...walk(tree)].filter(({ type }) => type === 'heading');
		const shift = 2 - Math.min(...headings.map(({ depth = 1 }) => depth));
		for (const heading of headings) heading.depth = Math.min(6, (heading.depth ?? 1) + shift);
		rewriteLinks(tree, collectDefinitions(tree), false);
	};
}

function* walk(node: Node): Generator<Node> {
	yield node;
	for (const child of node.children ?? []) yield* walk(child);
}

/** Maps the identifier of each link definition to its URL. */
function collectDefinitions(tree: Node): Map<string, string> {
	const urls = new Map<string, string>();
	for (const node of walk(tree)) {
		const { identifier } = node as { identifier?: string };
		if (node.type === 'definition' && identifier && node.url && !urls.has(identifier)) urls.set(identifier, node.url);
	}
	return urls;
}

function rewriteLinks(parent: Node, references: Map<string, string>, linked: boolean) {
	if (!parent.children) return;
	parent.children = parent.children.map((node): Node => {
		const url = node.url ?? references.get((node as { identifier?: string }).identifier ?? '');
		const isWebLink = !linked && isWebUrl(url);
		switch (node.type) {
			case 'link':
			case 'linkReference': {
				const children = node.children ?? [];
				const rewritten: Node = isWebLink ? { type: 'link', url, children } : { type: 'emphasis', children };
				rewriteLinks(rewritten, references, linked || isWebLink);
				return rewritten;
			}
			case 'image':
			case 'imageReference': {
				const text: Node = { type: 'text', value: node.alt || commonText.picture };
				return isWebLink ? { type: 'link', url, children: [text] } : text;
			}
			default:
				rewriteLinks(node, references, linked);
				return node;
		}
	});
}

function isWebUrl(address: string | undefined): address is string {
	if (address === undefined || !/^https?:\/\//i.test(address)) return false;
	return URL.canParse(address);
}
