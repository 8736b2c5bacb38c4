import type { Brand } from '../../contract/market-settings/brand.ts';

/** Returns the style sheet of the operator's colours and logo for the head of a document. Empty with the built-in ones. */
export function buildBrandStyle({ colours, logo }: Brand): string {
	const rules = [
		colours && `:root{${toVariables(colours.light)}}@media not print{:root.dark{${toVariables(colours.dark)}}}`,
		logo &&
			`.logo-mark{background:url(${logo.replace('-512.', '-64.')}) center/contain no-repeat}.logo-mark>*{display:none}`,
	].filter((rule) => rule !== undefined);
	return rules.length > 0 ? `<style>${rules.join('')}</style>` : '';
}

function toVariables(colours: object): string {
	return Object.entries(colours)
		.map(([name, value]) => `--${name}:${value}`)
		.join(';');
}
