import { profilePath } from '../../../contract/core/page-paths.ts';
import * as deleteAccountText from '../../../text/web/delete-account.ts';
import * as personalInfoText from '../../../text/web/personal-info.ts';
import { DataExport } from '../../accounts/data-export.tsx';
import { DeleteAccount } from '../../accounts/delete-account.tsx';
import { EmailSettings } from '../../accounts/email-settings.tsx';
import { OwnAccountLoader } from '../../accounts/own-account-loader.tsx';
import { PersonalInfoForm } from '../../accounts/personal-info-form.tsx';
import { useClearAccountData } from '../../app/use-logout.ts';
import { formatShortDate } from '../../platform/dates.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';

export const meta = hiddenPageMeta(personalInfoText.title);

export default function PersonalInfoPage() {
	const clearAccount = useClearAccountData();
	return (
		<div className="mx-auto max-w-xl">
			<h1 className="text-22 wide:text-28">{personalInfoText.title}</h1>
			<p className="mt-1 mb-5 text-quiet">{personalInfoText.lead}</p>
			<OwnAccountLoader>
				{(me, accept) => (
					<div className="flex flex-col gap-4">
						<Card className="p-4 wide:p-6">
							<EmailSettings me={me} onChanged={accept} />
						</Card>
						<Card className="p-4 wide:p-6">
							<PersonalInfoForm
								me={me}
								onDone={(saved) => {
									accept(saved);
									toast(personalInfoText.saved);
								}}
							/>
						</Card>
						<Card className="p-4 wide:p-6">
							<h2 className="text-18">{personalInfoText.dataTitle}</h2>
							<p className="mt-1 mb-4 text-quiet">{personalInfoText.dataHint}</p>
							<DataExport />
						</Card>
						<Card className="p-4 wide:p-6">
							<DeleteAccount
								me={me}
								onDeleted={async (deletesAt) => {
									await clearAccount(me);
									toast(deleteAccountText.deleted(formatShortDate(deletesAt)));
								}}
							/>
						</Card>
						<ButtonLink to={profilePath(me.user_name)} variant="quiet">
							{personalInfoText.seeProfile}
						</ButtonLink>
					</div>
				)}
			</OwnAccountLoader>
		</div>
	);
}
