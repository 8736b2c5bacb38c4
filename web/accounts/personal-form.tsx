import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Me } from '../../contract/accounts.ts';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { updateMe } from '../../contract/own-account.ts';
import * as commonText from '../../contract/text/common.ts';
import * as personalInfoText from '../../contract/text/personal-info.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showProblem } from './form-problems.ts';

interface FormProps {
	me: Me;
	onDone: (me: Me) => void;
	/** No answer came. */
	onNetworkError: () => void;
}

const schema = updateMe.body.pick({ phone: true, phone_public: true, place: true, place_public: true }).required();

interface PersonalFields {
	phone: string | null;
	phone_public: boolean;
	place: string | null;
	place_public: boolean;
}

/** Where the account's owner is and can be called, and who sees it. */
export function PersonalForm({ me, onDone, onNetworkError }: FormProps) {
	const api = useApi();
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm({ resolver: zodResolver(schema), defaultValues: fieldsOf(me) });
	const { errors } = form.formState;
	const [phone, phonePublic, place, placePublic] = form.watch(['phone', 'phone_public', 'place', 'place_public']);
	const saving = useMutation({
		mutationFn: (body: PersonalFields) => api.updateMe({ body }),
		onMutate: () => setRefusal(null),
		onSuccess: (saved) => {
			form.reset(fieldsOf(saved));
			onDone(saved);
		},
		onError: (error) => {
			if (error instanceof NetworkError) onNetworkError();
			else setRefusal(showProblem(error, ['phone', 'phone_public', 'place', 'place_public'], form.setError));
		},
	});
	return (
		<form noValidate onSubmit={form.handleSubmit((body) => saving.mutate(body))} className="flex flex-col gap-6">
			<div className="flex flex-col gap-2">
				<TextField
					label={personalInfoText.phone}
					optional
					type="tel"
					inputMode="tel"
					autoComplete="tel"
					placeholder="0803 123 4567"
					error={errors.phone?.message}
					{...form.register('phone', { setValueAs: emptyIsNone })}
				/>
				<Switch
					label={personalInfoText.showPhone}
					hint={
						!phonePublic
							? personalInfoText.phoneHidden
							: phone
								? personalInfoText.phoneShown
								: personalInfoText.phoneShownLater
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
					error={errors.place?.message}
					{...form.register('place', { setValueAs: emptyIsNone })}
				/>
				<Switch
					label={personalInfoText.showPlace}
					hint={
						!placePublic
							? personalInfoText.placeHidden
							: place
								? personalInfoText.placeShown(place.trim())
								: personalInfoText.placeShownLater
					}
					{...form.register('place_public')}
				/>
			</div>
			<p className="text-14 text-quiet">{personalInfoText.scopeHint}</p>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" loading={saving.isPending}>
				{commonText.save}
			</Button>
		</form>
	);
}

function fieldsOf({ phone, phone_public, place, place_public }: Me): PersonalFields {
	return { phone: phone && `+${phone}`, phone_public, place, place_public };
}

function emptyIsNone(value: string | null): string | null {
	return value?.trim() ? value : null;
}
