import { profilePath } from '../../../contract/core/page-paths.ts';
import * as editProfileText from '../../../text/web/edit-profile.ts';
import { OwnAccountLoader } from '../../accounts/own-account-loader.tsx';
import { ProfileForm } from '../../accounts/profile-form.tsx';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { AvatarEditor } from './avatar-editor.tsx';

export const meta = hiddenPageMeta(editProfileText.title);

export default function ProfileEditPage() {
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">{editProfileText.title}</h1>
			<p className="mt-1 mb-5 text-quiet">{editProfileText.lead}</p>
			<OwnAccountLoader>
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
									toast(editProfileText.saved);
								}}
							/>
						</Card>
						<ButtonLink to={profilePath(me.user_name)} variant="quiet">
							{editProfileText.seeProfile}
						</ButtonLink>
					</div>
				)}
			</OwnAccountLoader>
		</div>
	);
}
