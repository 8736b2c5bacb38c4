import { z } from 'zod';
import { type MarketValues, marketSettingsFormShape } from '../../../contract/market-settings/market-settings.ts';
import type { FormSchema } from '../../data/api-form.tsx';
import type { SettingsChange } from './use-settings-form.ts';

type TextSetting = Exclude<keyof MarketValues, 'category_order' | 'hidden_categories' | 'limits'>;

/** Makes a schema for a form of settings that are text. An empty text and the default reset a setting where `isOptional` allows it. */
export function createTextChangeSchema<Name extends TextSetting>(
	names: readonly Name[],
	defaults: MarketValues,
	isOptional: boolean,
): FormSchema<SettingsChange> {
	const shape = Object.fromEntries(names.map((name) => [name, marketSettingsFormShape[name]]));
	const schema = z.strictObject(shape);
	return {
		safeParse(fields) {
			const change = Object.fromEntries(
				Object.entries(fields as Record<string, string>).map(([name, text]) => {
					const isReset = text.trim() === toText(defaults[name as Name]) || (isOptional && text.trim() === '');
					return [name, isReset ? null : text];
				}),
			);
			return schema.safeParse(change) as ReturnType<FormSchema<SettingsChange>['safeParse']>;
		},
	};
}

/** Returns a setting as the text of its field. A missing one is empty. */
export function toText(value: string | null): string {
	return value ?? '';
}
