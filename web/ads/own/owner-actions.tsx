import {
	ChartColumn,
	CircleCheck,
	Copy,
	Handshake,
	type LucideIcon,
	Pencil,
	RefreshCw,
	Tag,
	TriangleAlert,
	Users,
} from 'lucide-react';
import type { Ad } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import * as postedText from '../../../text/web/posted.ts';
import * as statsText from '../../../text/web/stats.ts';
import { WhatsAppLogo } from '../../sharing/social-logos.tsx';
import { Button } from '../../ui/button.tsx';
import { useOwnAdActions } from './use-own-ad-actions.tsx';

interface OwnerActionsProps {
	ad: Pick<Ad, 'id' | 'format' | 'state' | 'title' | 'has_whatsapp' | 'has_call_number'>;
}

/** What a seller sees on an own ad's page instead of the ways to get in touch. */
export function OwnerActions({ ad }: OwnerActionsProps) {
	const { actions, dialogs } = useOwnAdActions();
	const isLive = ad.state === 'ready';
	return (
		<section aria-label={ownAdsText.actions} className="flex flex-col gap-3">
			{isLive && !ad.has_whatsapp && !ad.has_call_number && (
				<div className="flex flex-wrap items-center gap-3 rounded-card bg-marigold-soft p-4">
					<TriangleAlert aria-hidden className="size-5.5 shrink-0 text-marigold" />
					<p className="min-w-48 flex-1">{contactText.withoutNumber}</p>
					<Button variant="quiet" onClick={() => actions.edit(ad)}>
						{contactText.addNumber}
					</Button>
				</div>
			)}
			{isLive && (
				<Button size="large" fullWidth onClick={() => actions.shareStatus(ad)}>
					<WhatsAppLogo />
					{postedText.shareToStatus}
				</Button>
			)}
			<div className="grid grid-cols-2 gap-2 sm:grid-cols-3 wide:grid-cols-2">
				<Action Icon={Pencil} label={commonText.edit} onClick={() => actions.edit(ad)} />
				{isLive && (
					<Action Icon={CircleCheck} label={ownAdsText.markAsSold} onClick={() => actions.markSold(ad, true)} />
				)}
				{ad.state === 'sold' && (
					<>
						<Action Icon={Handshake} label={contactText.buyerTitle} onClick={() => actions.nameBuyer(ad)} />
						<Action Icon={Tag} label={ownAdsText.markAsForSale} onClick={() => actions.markSold(ad, false)} />
					</>
				)}
				{isLive && <Action Icon={RefreshCw} label={ownAdsText.renew} onClick={() => actions.renew(ad)} />}
				{ad.format === 'image' && (
					<Action Icon={Copy} label={ownAdsText.duplicate} onClick={() => actions.duplicate(ad)} />
				)}
				<Action Icon={Users} label={ownAdsText.contacts} onClick={() => actions.showContacts(ad)} />
				<Action Icon={ChartColumn} label={statsText.title} onClick={() => actions.showStats(ad)} />
			</div>
			{dialogs}
		</section>
	);
}

function Action({ Icon, label, onClick }: { Icon: LucideIcon; label: string; onClick: () => void }) {
	return (
		<Button variant="quiet" onClick={onClick}>
			<Icon aria-hidden className="size-4.5 shrink-0" />
			{label}
		</Button>
	);
}
