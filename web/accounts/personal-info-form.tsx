import type { Me } from '../../contract/accounts.ts';
import { limits } from '../../contract/limits.ts';
import { updateMe } from '../../contract/my-account.ts';
import * as commonText from '../../contract/text/common.ts';
import * as personalInfoText from '../../contract/text/personal-info.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { Switch } from '../ui/switch.tsx';
import { TextField } from '../ui/text-field.tsx';

interface FormProps {
	me: Me;
	onDone: (me: Me) => void;
}

const schema = updateMe.body.pick({ phone: true, phone_public: true, place: true, place_public: true }).required();

interface PersonalFields {
	phone: string | null;
	phone_public: boolean;
	place: string | null;
	place_public: boolean;
}

export function PersonalInfoForm({ me, onDone }: FormProps) {
	const api = useApi();
	const form = useApiForm({
		schema,
		defaultValues: toFields(me),
		send: (body) => api.updateMe({ body }),
		onDone: (saved) => {
			form.reset(toFields(saved));
			onDone(saved);
		},
	});
	const [phone, phonePublic, place, placePublic] = form.watch(['phone', 'phone_public', 'place', 'place_public']);
	return (
		<ApiForm form={form} submit={commonText.save} className="gap-6">
			<div className="flex flex-col gap-2">
				<TextField
					label={personalInfoText.phone}
					optional
					type="tel"
					inputMode="tel"
					autoComplete="tel"
					placeholder="0803 123 4567"
					{...form.field('phone', { setValueAs: emptyToNull })}
				/>
				<Switch
					label={personalInfoText.showPhone}
					hint={
						!phonePublic
							? personalInfoText.phoneHidden
							: phone
								? personalInfoText.phoneVisible
								: personalInfoText.phoneVisibleLater
					}
					{...form.register('phone_public')}
				/>
			</div>
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

function toFields({ phone, phone_public, place, place_public }: Me): PersonalFields {
	return { phone: phone && `+${phone}`, phone_public, place, place_public };
}

function emptyToNull(value: string | null): string | null {
	return value?.trim() ? value : null;
}
