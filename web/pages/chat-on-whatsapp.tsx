import type { Ad } from '../../contract/ads.ts';
import * as adsText from '../../contract/text/ads.ts';
import * as commonText from '../../contract/text/common.ts';
import { getSession } from '../accounts/session.ts';
import { buildWhatsAppUrl } from '../ads/whatsapp.ts';
import { trackContact } from '../insights/track.ts';
import { useOrigin } from '../platform/page-meta.ts';
import { WhatsAppLogo } from '../sharing/social-logos.tsx';
import { classes } from '../ui/classes.ts';

interface ChatOnWhatsAppProps extends Pick<Ad, 'id' | 'whatsapp' | 'title' | 'price' | 'state'> {
	/** User name of the ad's seller. Taps by the seller are not counted. */
	seller: string;
	/** Look of the link: `bar` stays above the bottom bar on phones; `icon` is for cards. */
	variant: 'bar' | 'icon';
	className?: string;
}

/** Link to a WhatsApp chat about an ad. Renders nothing if the ad has no phone number or is sold. */
export function ChatOnWhatsApp({ id, whatsapp, title, price, state, seller, variant, className }: ChatOnWhatsAppProps) {
	const origin = useOrigin();
	if (whatsapp === null || state === 'sold') return null;
	const trackTap = () => {
		if (getSession()?.user_name !== seller) trackContact(id);
	};
	const href = buildWhatsAppUrl({ id, whatsapp, title, price, origin });
	if (variant === 'icon') {
		return (
			<a
				href={href}
				target="_blank"
				rel="noopener nofollow ugc"
				onClick={trackTap}
				aria-label={adsText.chatAbout(title)}
				title={commonText.chatOnWhatsapp}
				className={classes(
					'relative inline-flex min-h-11 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-sunken',
					className,
				)}
			>
				<WhatsAppLogo className="size-5.5" />
			</a>
		);
	}
	return (
		<div className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom)+1px)] z-20 bg-card px-4 py-2.5 shadow-soft wide:static wide:bg-transparent wide:p-0 wide:shadow-none">
			<a
				href={href}
				target="_blank"
				rel="noopener nofollow ugc"
				onClick={trackTap}
				className="flex min-h-13 items-center justify-center gap-2.5 rounded-control bg-leaf font-semibold text-on-leaf transition-colors hover:bg-leaf-strong"
			>
				<WhatsAppLogo />
				{commonText.chatOnWhatsapp}
				<span className="sr-only">{commonText.opensInNewTab}</span>
			</a>
		</div>
	);
}

/** Returns padding for the end of an ad's page, so that the chat bar covers nothing on phones. */
export function getChatBarPaddingClass({ whatsapp, state }: Pick<Ad, 'whatsapp' | 'state'>): string {
	return classes(whatsapp !== null && state !== 'sold' && 'pb-10 wide:pb-0');
}
