import * as itemActionsText from '../../text/web/item-actions.ts';
import { useSession } from '../accounts/session.ts';
import { MoreMenuButton } from './more-menu-button.tsx';

interface AdMenuProps {
	id: number;
	title: string;
	/** User name of the ad's seller. Sellers can't report their own ads. */
	seller: string;
	what: 'ad' | 'video';
}

export function AdMenu({ id, title, seller, what }: AdMenuProps) {
	if (useSession()?.user_name === seller) return null;
	return <MoreMenuButton label={itemActionsText.moreAbout(title)} variant="soft" reported={{ kind: 'ad', id, what }} />;
}
