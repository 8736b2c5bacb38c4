import { messages } from '../../../contract/messages.ts';
import { profilePath } from '../../accounts/addresses.ts';
import { DeleteAccount } from '../../accounts/delete-account.tsx';
import { EmailSettings } from '../../accounts/email-settings.tsx';
import { OwnData } from '../../accounts/own-data.tsx';
import { PersonalForm } from '../../accounts/personal-form.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { OwnAccount } from '../own-account.tsx';
import { useForget } from '../use-log-out.ts';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Personal info', hidden: true });
}

export default function PersonalInfoPage() {
	const forget = useForget();
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
						<Card className="p-4 wide:p-6">
							<h2 className="text-18">Your data</h2>
							<p className="mt-1 mb-4 text-quiet">
								Everything we keep about you in one file: what you wrote and did, your pictures and videos.
							</p>
							<OwnData />
						</Card>
						<Card className="p-4 wide:p-6">
							<DeleteAccount
								me={me}
								onDeleted={async (deletesAt) => {
									await forget(me);
									toast(`Your account is deleted. Log in before ${shortDate(deletesAt)} to bring it back`);
								}}
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

const shortDate = (time: string) => new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
