import { useState } from 'react';
import { settingLimits } from '../../../contract/market-settings/market-limits.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { TextField } from '../../ui/text-field.tsx';
import { createTextChangeSchema } from './change-schema.ts';
import { DefaultHint, SectionForm, SettingsSection } from './settings-section.tsx';
import { type SectionProps, useSettingsForm } from './use-settings-form.ts';

const labels = { name: settingsText.name, tagline: settingsText.tagline, slug: settingsText.slug };
type Name = keyof typeof labels;

export function NameSection(props: SectionProps) {
	const { values, defaults } = props.settings;
	const [isConfirming, setConfirming] = useState(false);
	const form = useSettingsForm(props, {
		id: 'name',
		toFields: ({ name, tagline, slug }) => ({ name, tagline, slug }),
		schema: createTextChangeSchema(['name', 'tagline', 'slug'], defaults, false),
	});
	const getHint = (name: Name, hint?: string) => (
		<DefaultHint
			field={labels[name]}
			value={form.watch(name)}
			standard={defaults[name]}
			{...(hint !== undefined && { hint })}
			onUse={() => form.setValue(name, defaults[name], { shouldDirty: true, shouldValidate: true })}
		/>
	);
	const slug = form.watch('slug').trim().toLowerCase();

	async function submit() {
		if (slug !== values.slug && (await form.trigger())) setConfirming(true);
		else await form.submit();
	}

	return (
		<SettingsSection id="name" title={settingsText.nameTitle} isDirty={form.formState.isDirty}>
			<SectionForm form={form} labels={labels} onSubmit={() => void submit()}>
				<TextField
					label={labels.name}
					dir="auto"
					hint={getHint('name')}
					limit={settingLimits.name.max}
					length={form.watch('name').trim().length}
					{...form.field('name')}
				/>
				<TextField
					label={labels.tagline}
					dir="auto"
					hint={getHint('tagline', settingsText.taglineHint)}
					limit={settingLimits.tagline.max}
					length={form.watch('tagline').trim().length}
					{...form.field('tagline')}
				/>
				<TextField
					label={labels.slug}
					autoCapitalize="none"
					spellCheck={false}
					hint={getHint('slug', settingsText.slugHint(toLearnPath(slug)))}
					{...form.field('slug')}
				/>
			</SectionForm>
			{isConfirming && (
				<LazyConfirmDialog
					title={settingsText.slugQuestion}
					description={settingsText.slugConsequence(toLearnPath(values.slug), toLearnPath(slug))}
					action={settingsText.changeSlug}
					onConfirm={() => {
						setConfirming(false);
						void form.submit();
					}}
					onClose={() => setConfirming(false)}
				/>
			)}
		</SettingsSection>
	);
}

const toLearnPath = (slug: string) => `/dashboard/learn-with-${slug}`;
