import type { CSSProperties } from 'react';
import { colourPattern, deriveMainColours, isReadable } from '../../../contract/market-settings/market-colours.ts';
import { themeColours } from '../../../contract/market-settings/theme-colours.ts';
import * as settingsApiText from '../../../text/shared/market-settings-api.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { TextField } from '../../ui/text-field.tsx';
import { createTextChangeSchema } from './change-schema.ts';
import { DefaultHint, SectionForm, SettingsSection } from './settings-section.tsx';
import { type SectionProps, useSettingsForm } from './use-settings-form.ts';

export function ColourSection(props: SectionProps) {
	const { values, defaults } = props.settings;
	const form = useSettingsForm(props, {
		id: 'colour',
		toFields: ({ colour }) => ({ colour }),
		schema: createTextChangeSchema(['colour'], defaults, false),
	});
	const typed = form.watch('colour').trim().toLowerCase();
	const isColour = colourPattern.test(typed);
	/** Colour in the preview: the last one that is a colour. */
	const shown = isColour ? typed : values.colour;
	const set = (colour: string) => form.setValue('colour', colour, { shouldDirty: true, shouldValidate: true });
	const field = form.field('colour');
	const tooLight = isColour && !isReadable(typed) ? settingsApiText.colourTooLight : undefined;

	return (
		<SettingsSection id="colour" title={settingsText.colourTitle} isDirty={form.formState.isDirty}>
			<SectionForm form={form} labels={{ colour: settingsText.colour }}>
				<div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
					<input
						type="color"
						aria-label={settingsText.pickColour}
						title={settingsText.pickColour}
						value={shown}
						disabled={form.isSending}
						onChange={({ target }) => set(target.value)}
						className="mt-6.5 h-11 w-14 cursor-pointer rounded-control border border-edge bg-card p-1"
					/>
					<TextField
						label={settingsText.colour}
						autoCapitalize="none"
						spellCheck={false}
						maxLength={7}
						hint={
							<DefaultHint
								field={settingsText.colour}
								value={typed}
								standard={defaults.colour}
								hint={settingsText.colourHint}
								onUse={() => set(defaults.colour)}
							/>
						}
						{...field}
						error={field.error ?? tooLight}
					/>
				</div>
				<fieldset className="grid grid-cols-1 gap-3 md:grid-cols-2">
					<legend className="mb-1.5 font-semibold text-14">{settingsText.preview}</legend>
					<ThemePreview theme="light" colour={shown} label={settingsText.lightTheme} />
					<ThemePreview theme="dark" colour={shown} label={settingsText.darkTheme} />
				</fieldset>
			</SectionForm>
		</SettingsSection>
	);
}

/** Sample of a theme with a main colour. It uses inline colours, because a page has only one theme at a time. */
function ThemePreview({ theme, colour, label }: { theme: 'light' | 'dark'; colour: string; label: string }) {
	const { page, card, ink, quiet } = themeColours[theme];
	// The built-in colour has a dark shade that is not derived.
	const main = colour === themeColours.light.leaf ? themeColours[theme] : deriveMainColours(colour)[theme];
	const style: Record<string, CSSProperties> = {
		page: { background: page, color: ink },
		card: { background: card },
		button: { background: main.leaf, color: main['on-leaf'] },
		link: { color: main.leaf },
	};
	return (
		<div style={style.page} className="rounded-card border border-line p-3">
			<p style={{ color: quiet }} className="mb-2 text-12">
				{label}
			</p>
			<div style={style.card} className="flex flex-wrap items-center gap-3 rounded-control p-3">
				<span style={style.button} className="rounded-control px-3 py-2 font-semibold text-14">
					{settingsText.previewButton}
				</span>
				<span style={style.link} className="text-14 underline">
					{settingsText.previewLink}
				</span>
			</div>
		</div>
	);
}
