import type { Me } from '../../contract/accounts/accounts.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { updateMe } from '../../contract/accounts/my-account.ts';
import * as limits from '../../contract/core/limits.ts';
import * as commonText from '../../text/shared/common.ts';
import * as editProfileText from '../../text/web/edit-profile.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';

interface FormProps {
	me: Me;
	onDone: (me: Me) => void;
}

const schema = updateMe.body.pick({ display_name: true, bio: true }).required();

export function ProfileForm({ me, onDone }: FormProps) {
	const api = useApi();
	const form = useApiForm({
		schema,
		defaultValues: { display_name: me.display_name || me.user_name, bio: me.bio },
		send: (body) => api.updateMe({ body }),
		onDone: (saved) => {
			form.reset({ display_name: saved.display_name, bio: saved.bio });
			onDone(saved);
		},
	});
	return (
		<ApiForm form={form} submit={commonText.save}>
			<TextField
				label={commonText.name}
				autoComplete="nickname"
				dir="auto"
				hint={editProfileText.displayNameHint(me.user_name)}
				limit={limits.displayName.max}
				length={form.watch('display_name').trim().length}
				{...form.field('display_name')}
			/>
			<TextArea
				label={editProfileText.bio}
				optional
				dir="auto"
				placeholder={editProfileText.bioPlaceholder}
				limit={accountLimits.bio.max}
				length={form.watch('bio').trim().length}
				{...form.field('bio')}
			/>
		</ApiForm>
	);
}
