import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { brand, defaultBrand } from '../../contract/market-settings/brand.ts';

/**
 * Returns what documents tell the browser about the operator's settings: the values of `brand`, the colours and the logo. Empty with the
 * defaults. A script needs the attribute `nonce` with the given value.
 */
export function buildBrandHead(nonce: string): string {
	const { colours, logo } = brand;
	const set = Object.entries(brand).filter(
		([name, value]) => value !== undefined && !isDeepStrictEqual(value, defaultBrand[name as keyof typeof brand]),
	);
	if (set.length === 0) return '';
	const values = Object.fromEntries(set);
	const version = hash('sha256', JSON.stringify(values), 'hex').slice(0, 12);
	// The characters of a tag must not end the script.
	const json = JSON.stringify({ ...values, version }).replaceAll('<', '\\u003c');
	const rules = [
		colours && `:root{${toVariables(colours.light)}}@media not print{:root.dark{${toVariables(colours.dark)}}}`,
		logo &&
			`.logo-mark{background:url(${logo.replace('-512.', '-64.')}) center/contain no-repeat}.logo-mark>*{display:none}`,
	].filter((rule) => rule !== undefined);
	const style = rules.length > 0 ? `<style>${rules.join('')}</style>` : '';
	return `<script nonce="${nonce}">globalThis.brand=${json}</script>${style}`;
}

function toVariables(colours: object): string {
	return Object.entries(colours)
		.map(([name, value]) => `--${name}:${value}`)
		.join(';');
}
