import { Link } from 'react-router';
import type { Me } from '../../contract/accounts/accounts.ts';
import { updateMe } from '../../contract/accounts/my-account.ts';
import { formatPhone } from '../../contract/core/format-phone.ts';
import * as limits from '../../contract/core/limits.ts';
import * as commonText from '../../text/shared/common.ts';
import * as contactText from '../../text/shared/contact.ts';
import * as adFormText from '../../text/web/ad-form.ts';
import * as personalInfoText from '../../text/web/personal-info.ts';
import { ApiForm, type FormSchema, useApiForm } from '../data/api-form.tsx';
import { LocationSelects } from '../data/location-selects.tsx';
import { useApi } from '../platform/api.ts';
import { RichText } from '../ui/rich-text.tsx';
import { Switch } from '../ui/switch.tsx';
import { PhoneField, TextField } from '../ui/text-field.tsx';

interface FormProps {
	me: Me;
	onDone: (me: Me) => void;
}

const bodySchema = updateMe.body
	.pick({ phone: true, call_number: true, phone_public: true, location: true, place: true, place_public: true })
	.required();

const schema: FormSchema<ReturnType<typeof bodySchema.parse>> = {
	safeParse(typed) {
		const { state, lga, ...fields } = typed as PersonalFields;
		return bodySchema.safeParse({ ...fields, location: state ? { state, lga: lga || null } : null });
	},
};

interface PersonalFields {
	phone: string | null;
	call_number: string | null;
	phone_public: boolean;
	state: string;
	/** Local government area of the state. */
	lga: string;
	place: string | null;
	place_public: boolean;
}

export function PersonalInfoForm({ me, onDone }: FormProps) {
	const api = useApi();
	const form = useApiForm({
		schema,
		defaultValues: toFields(me),
		toField: (name) => (name === 'location' ? 'lga' : (name as keyof PersonalFields)),
		send: (body) => api.updateMe({ body }),
		onDone: (saved) => {
			form.reset(toFields(saved));
			onDone(saved);
		},
	});
	const [phone, callNumber, phonePublic, state, lga, place, placePublic] = form.watch([
		'phone',
		'call_number',
		'phone_public',
		'state',
		'lga',
		'place',
		'place_public',
	]);
	const hasNumber = Boolean(phone?.trim() || callNumber?.trim());
	return (
		<ApiForm form={form} submit={commonText.save} className="gap-6">
			<div className="flex flex-col gap-2">
				<PhoneField
					label={adFormText.whatsappNumber}
					hint={hasNumber ? <NumberHint me={me} /> : contactText.withoutNumber}
					{...form.field('phone', { setValueAs: emptyToNull })}
				/>
				<PhoneField
					label={adFormText.callNumber}
					optional
					{...form.field('call_number', { setValueAs: emptyToNull })}
				/>
				<Switch
					label={personalInfoText.showPhone}
					hint={
						!phonePublic
							? personalInfoText.phoneHidden
							: hasNumber
								? personalInfoText.phoneVisible
								: personalInfoText.phoneVisibleLater
					}
					{...form.register('phone_public')}
				/>
			</div>
			<LocationSelects
				state={state}
				lga={lga}
				stateField={form.field('state')}
				lgaField={form.field('lga')}
				clearLga={() => form.setValue('lga', '', { shouldDirty: true })}
			/>
			<div className="flex flex-col gap-2">
				<TextField
					label={commonText.place}
					optional
					autoComplete="address-level2"
					placeholder={commonText.placeExample}
					limit={limits.place.max}
					length={place?.trim().length ?? 0}
					{...form.field('place', { setValueAs: emptyToNull })}
				/>
				<Switch
					label={personalInfoText.showPlace}
					hint={
						!placePublic
							? personalInfoText.placeHidden
							: place
								? personalInfoText.placeVisible(place.trim())
								: personalInfoText.placeVisibleLater
					}
					{...form.register('place_public')}
				/>
			</div>
			<p className="text-14 text-quiet">{personalInfoText.scopeHint}</p>
		</ApiForm>
	);
}

/** Says what a change of the number causes, and where to verify a saved number. */
function NumberHint({ me }: Pick<FormProps, 'me'>) {
	return (
		<>
			{personalInfoText.numberHint}{' '}
			{me.phone !== null && (
				<RichText
					text={me.verified.includes('phone') ? personalInfoText.phoneIsVerified : personalInfoText.phoneNotVerified}
					tags={{
						link: (words) => (
							<Link to="/dashboard/verification" className="font-semibold text-leaf underline underline-offset-4">
								{words}
							</Link>
						),
					}}
				/>
			)}
		</>
	);
}

function toFields({ phone, call_number, phone_public, location, place, place_public }: Me): PersonalFields {
	return {
		phone: phone && formatPhone(phone),
		call_number: call_number && formatPhone(call_number),
		phone_public,
		state: location?.state ?? '',
		lga: location?.lga ?? '',
		place,
		place_public,
	};
}

function emptyToNull(value: string | null): string | null {
	return value?.trim() ? value : null;
}
