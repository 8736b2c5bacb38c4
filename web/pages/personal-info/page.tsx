import { messages } from '../../../contract/messages.ts';
import { profilePath } from '../../accounts/addresses.ts';
import { EmailSettings } from '../../accounts/email-settings.tsx';
import { PersonalForm } from '../../accounts/personal-form.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { OwnAccount } from '../own-account.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Personal info', hidden: true });
}

export default function PersonalInfoPage() {
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">Personal info</h1>
			<p className="mt-1 mb-5 text-quiet">You decide what others see of it.</p>
			<OwnAccount>
				{(me, accept) => (
					<div className="flex flex-col gap-4">
						<Card className="p-4 wide:p-6">
							<EmailSettings me={me} onChanged={accept} />
						</Card>
						<Card className="p-4 wide:p-6">
							<PersonalForm
								me={me}
								onDone={(saved) => {
									accept(saved);
									toast('Personal info saved');
								}}
								onNetworkError={() => toast(messages.networkError, 'error')}
							/>
						</Card>
						<ButtonLink to={profilePath(me.user_name)} look="quiet">
							See your profile as others do
						</ButtonLink>
					</div>
				)}
			</OwnAccount>
		</div>
	);
}
