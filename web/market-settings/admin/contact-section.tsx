import { formatPhone } from '../../../contract/core/format-phone.ts';
import { settingLimits } from '../../../contract/market-settings/market-limits.ts';
import type { MarketValues } from '../../../contract/market-settings/market-settings.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { EmailField, TextField } from '../../ui/text-field.tsx';
import { createTextChangeSchema, toText } from './change-schema.ts';
import { DefaultHint, SectionForm, SettingsSection } from './settings-section.tsx';
import { type SectionProps, useSettingsForm } from './use-settings-form.ts';

const labels = {
	email: commonText.email,
	phone: settingsText.phone,
	whatsapp: commonText.whatsapp,
	address: settingsText.address,
};
type Name = keyof typeof labels;

export function ContactSection(props: SectionProps) {
	const defaults = toContactFields(props.settings.defaults);
	const form = useSettingsForm(props, {
		id: 'contact',
		toFields: toContactFields,
		schema: createTextChangeSchema(
			['email', 'phone', 'whatsapp', 'address'],
			{ ...props.settings.defaults, ...defaults },
			true,
		),
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
	return (
		<SettingsSection
			id="contact"
			title={settingsText.contactTitle}
			lead={settingsText.contactLead}
			isDirty={form.formState.isDirty}
		>
			<SectionForm form={form} labels={labels}>
				<EmailField label={labels.email} optional autoComplete="off" hint={getHint('email')} {...form.field('email')} />
				<TextField
					label={labels.phone}
					optional
					type="tel"
					inputMode="tel"
					autoComplete="off"
					hint={getHint('phone', settingsText.phoneHint)}
					{...form.field('phone')}
				/>
				<TextField
					label={labels.whatsapp}
					optional
					type="tel"
					inputMode="tel"
					autoComplete="off"
					hint={getHint('whatsapp')}
					{...form.field('whatsapp')}
				/>
				<TextArea
					label={labels.address}
					optional
					dir="auto"
					rows={3}
					hint={getHint('address')}
					limit={settingLimits.address.max}
					length={form.watch('address').trim().length}
					{...form.field('address')}
				/>
			</SectionForm>
		</SettingsSection>
	);
}

function toContactFields({ email, phone, whatsapp, address }: Pick<MarketValues, Name>): Record<Name, string> {
	return {
		email: toText(email),
		phone: phone === null ? '' : formatPhone(phone),
		whatsapp: whatsapp === null ? '' : formatPhone(whatsapp),
		address: toText(address),
	};
}
