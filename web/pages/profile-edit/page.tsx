import { messages } from '../../../contract/messages.ts';
import { profilePath } from '../../accounts/addresses.ts';
import { ProfileForm } from '../../accounts/profile-form.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { OwnAccount } from '../own-account.tsx';
import type { Route } from './+types/page.ts';
import { AvatarEditor } from './avatar-editor.tsx';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Your profile', hidden: true });
}

export default function ProfileEditPage() {
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">Your profile</h1>
			<p className="mt-1 mb-5 text-quiet">This is what customers see when they look at who sells.</p>
			<OwnAccount>
				{(me, accept) => (
					<div className="flex flex-col gap-4">
						<Card className="p-4 wide:p-6">
							<AvatarEditor me={me} onDone={accept} />
						</Card>
						<Card className="p-4 wide:p-6">
							<ProfileForm
								me={me}
								onDone={(saved) => {
									accept(saved);
									toast('Profile saved');
								}}
								onNetworkError={() => toast(messages.networkError, 'error')}
							/>
						</Card>
						<ButtonLink to={profilePath(me.user_name)} look="quiet">
							See your profile
						</ButtonLink>
					</div>
				)}
			</OwnAccount>
		</div>
	);
}
