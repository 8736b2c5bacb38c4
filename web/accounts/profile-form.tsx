import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Me } from '../../contract/accounts.ts';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { updateMe } from '../../contract/own-account.ts';
import * as commonText from '../../contract/text/common.ts';
import * as editProfileText from '../../contract/text/edit-profile.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showProblem } from './form-problems.ts';

interface FormProps {
	me: Me;
	onDone: (me: Me) => void;
	/** No answer came. */
	onNetworkError: () => void;
}

const schema = updateMe.body.pick({ display_name: true, bio: true }).required();

/** What others read about the account's owner. */
export function ProfileForm({ me, onDone, onNetworkError }: FormProps) {
	const api = useApi();
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm({
		resolver: zodResolver(schema),
		defaultValues: { display_name: me.display_name || me.user_name, bio: me.bio },
	});
	const { errors } = form.formState;
	const saving = useMutation({
		mutationFn: (body: { display_name: string; bio: string }) => api.updateMe({ body }),
		onMutate: () => setRefusal(null),
		onSuccess: (saved) => {
			form.reset({ display_name: saved.display_name, bio: saved.bio });
			onDone(saved);
		},
		onError: (error) => {
			if (error instanceof NetworkError) onNetworkError();
			else setRefusal(showProblem(error, ['display_name', 'bio'], form.setError));
		},
	});
	return (
		<form noValidate onSubmit={form.handleSubmit((body) => saving.mutate(body))} className="flex flex-col gap-5">
			<TextField
				label={commonText.name}
				autoComplete="nickname"
				dir="auto"
				hint={editProfileText.displayNameHint(me.user_name)}
				limit={limits.displayName.max}
				length={form.watch('display_name').trim().length}
				error={errors.display_name?.message}
				{...form.register('display_name')}
			/>
			<TextArea
				label={editProfileText.bio}
				optional
				dir="auto"
				placeholder={editProfileText.bioPlaceholder}
				limit={limits.bio.max}
				length={form.watch('bio').trim().length}
				error={errors.bio?.message}
				{...form.register('bio')}
			/>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" loading={saving.isPending}>
				{commonText.save}
			</Button>
		</form>
	);
}
