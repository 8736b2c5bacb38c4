import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Me } from '../../contract/accounts.ts';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { updateMe } from '../../contract/own-account.ts';
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
					label="Phone number"
					optional
					type="tel"
					inputMode="tel"
					autoComplete="tel"
					placeholder="0803 123 4567"
					error={errors.phone?.message}
					{...form.register('phone', { setValueAs: emptyIsNone })}
				/>
				<Switch
					label="Show my number on my profile"
					hint={
						!phonePublic
							? 'Others do not see your number.'
							: phone
								? 'Everybody sees your number and can write to you on WhatsApp.'
								: 'Everybody will see your number once there is one.'
					}
					{...form.register('phone_public')}
				/>
			</div>
			<div className="flex flex-col gap-2">
				<TextField
					label="Place"
					optional
					autoComplete="address-level2"
					placeholder="Ikeja, Lagos"
					limit={limits.place.max}
					length={place?.trim().length ?? 0}
					error={errors.place?.message}
					{...form.register('place', { setValueAs: emptyIsNone })}
				/>
				<Switch
					label="Show my place on my profile"
					hint={
						!placePublic
							? 'Others do not see your place.'
							: place
								? `Everybody sees "${place.trim()}".`
								: 'Everybody will see your place once there is one.'
					}
					{...form.register('place_public')}
				/>
			</div>
			<p className="text-14 text-quiet">
				This is about your profile. An ad shows the place and the number you give with it.
			</p>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" loading={saving.isPending}>
				Save
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
