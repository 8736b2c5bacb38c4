import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { CallInput } from '../../../contract/core/endpoint.ts';
import type { Endpoints } from '../../../contract/core/endpoints.ts';
import type { MarketSettings, MarketValues } from '../../../contract/market-settings/market-settings.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { type ApiFormState, type FormSchema, useApiForm } from '../../data/api-form.tsx';
import { useApi } from '../../platform/api.ts';
import { isApiError } from '../../platform/api-error.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { toast } from '../../ui/toast.ts';

export interface SectionProps {
	settings: MarketSettings;
	/** Called with the settings after a change. */
	onSettings: (settings: MarketSettings) => void;
	/** Loads the settings again. */
	onReload: () => Promise<MarketSettings>;
	/** Called if a section gets or loses unsaved changes. */
	onDirty: (section: string, isDirty: boolean) => void;
}

export type SettingsChange = Omit<CallInput<Endpoints['updateMarketSettings']>['body'], 'version'>;

interface SettingsFormOptions<Fields extends FieldValues> {
	id: string;
	toFields: (values: MarketValues) => Fields;
	schema: FormSchema<SettingsChange>;
	/** Maps the name of a setting to its field, if the names differ. */
	toField?: (name: string) => Path<Fields>;
}

export interface SettingsForm<Fields extends FieldValues> extends ApiFormState<Fields> {
	/** Values that another administrator has saved since the user began to type. Null without such a change. */
	theirs: Fields | null;
	/** Replaces the input with the saved values. */
	resetToSaved: () => void;
}

/**
 * A form of some settings. A change of other settings by another administrator does not disturb it. If the same settings have changed, the
 * form keeps the input and returns the saved values as `theirs`.
 */
export function useSettingsForm<Fields extends FieldValues>(
	{ settings, onSettings, onReload, onDirty }: SectionProps,
	{ id, toFields, schema, toField }: SettingsFormOptions<Fields>,
): SettingsForm<Fields> {
	const api = useApi();
	const form: ApiFormState<Fields> = useApiForm<Fields, SettingsChange, MarketSettings>({
		schema,
		...(toField && { toField }),
		defaultValues: toFields(settings.values),
		send: async (change) => {
			const save = (version: number) => api.updateMarketSettings({ body: { ...change, version } });
			try {
				return await save(settings.version);
			} catch (error) {
				if (!isConflict(error)) throw error;
				const fresh = await onReload();
				if (!isEqual(toFields(fresh.values), toFields(settings.values))) throw error;
				return save(fresh.version);
			}
		},
		onDone: (next) => {
			form.reset(toFields(next.values));
			onSettings(next);
			toast(settingsText.saved);
		},
		toMessage: (error) => (isConflict(error) ? null : getErrorMessage(error)),
	});
	const { isDirty, defaultValues } = form.formState;
	const saved = toFields(settings.values);
	const resetToSaved = () => {
		form.clearMessage();
		form.reset(saved);
	};
	const followSaved = useEffectEvent(() => {
		if (!isDirty) form.reset(saved);
	});
	const reportDirty = useEffectEvent((dirty: boolean) => onDirty(id, dirty));

	useEffect(() => {
		// Settings of this version may come from another section or another administrator.
		void settings.version;
		followSaved();
	}, [settings.version]);
	useEffect(() => reportDirty(isDirty), [isDirty]);

	return { ...form, theirs: isDirty && !isEqual(saved, defaultValues) ? saved : null, resetToSaved };
}

/** Returns whether an API error says that the settings have a newer version. */
export function isConflict(error: unknown): boolean {
	return isApiError(error) && error.problem.code === 'conflict' && !error.problem.fields;
}

function isEqual(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}
