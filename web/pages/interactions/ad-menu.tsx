import * as itemActionsText from '../../../contract/text/item-actions.ts';
import { useSession } from '../../accounts/session.ts';
import { MoreMenuButton } from '../../moderation/more-menu-button.tsx';
import { useReportDialog } from './interaction-providers.tsx';

interface AdMenuProps {
	id: number;
	title: string;
	/** User name of the ad's seller. Sellers can't report their own ads. */
	seller: string;
	what: 'ad' | 'video';
}

export function AdMenu({ id, title, seller, what }: AdMenuProps) {
	const report = useReportDialog();
	if (useSession()?.user_name === seller) return null;
	return (
		<MoreMenuButton
			label={itemActionsText.moreAbout(title)}
			what={what}
			variant="soft"
			onReport={() => report({ kind: 'ad', id, what })}
		/>
	);
}
