import type { Brand } from '../../contract/market-settings/brand.ts';
import { themeColours } from '../../contract/market-settings/theme-colours.ts';

/** Returns the colours of both themes with the operator's main colour, for what cannot use `web/theme.css`. */
export function getBrandColours(brand: Brand) {
	const { light, dark } = themeColours;
	return { light: { ...light, ...brand.colours?.light }, dark: { ...dark, ...brand.colours?.dark } };
}
