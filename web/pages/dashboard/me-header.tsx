import {
	BadgeCheck,
	Bell,
	BellPlus,
	Bookmark,
	Clapperboard,
	Contact,
	GraduationCap,
	KeyRound,
	LockKeyhole,
	type LucideIcon,
	Mail,
	QrCode,
	Scale,
	ShieldCheck,
	Store,
	UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { placeholderAdminEmail } from '../../../contract/accounts/placeholder-admin-email.ts';
import {
	changePasswordPath,
	moderationDecisionsPath,
	profilePath,
	savedSearchesPath,
} from '../../../contract/core/page-paths.ts';
import type { Brand } from '../../../contract/market-settings/brand.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as savedSearchesText from '../../../text/shared/saved-searches.ts';
import * as dashboardText from '../../../text/web/dashboard.ts';
import * as decisionsText from '../../../text/web/decisions.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import * as personalInfoText from '../../../text/web/personal-info.ts';
import * as securityText from '../../../text/web/security.ts';
import * as shopCardText from '../../../text/web/shop-card.ts';
import * as verificationText from '../../../text/web/verification.ts';
import { dashboardCataloguePath } from '../../courses/paths.ts';
import { useBrand } from '../../platform/brand.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';

/** The account with a link to its shop, a line about an email address that is not confirmed, and the places of the dashboard. */
export function MeHeader({ session }: { session: Session }) {
	const isAdmin = session.role === 'admin';
	return (
		<>
			<header className="flex flex-wrap items-center gap-x-4 gap-y-3">
				<Avatar name={session.display_name || session.user_name} image={session.user_image} size="large" />
				<div className="min-w-0 flex-1 basis-40">
					<h1 className="wrap-anywhere text-22 wide:text-28">{session.display_name || session.user_name}</h1>
					<p className="truncate text-14 text-quiet">@{session.user_name}</p>
				</div>
				<ButtonLink to={profilePath(session.user_name)} className="max-sm:w-full">
					<Store aria-hidden className="size-5" />
					{dashboardText.viewShop}
				</ButtonLink>
			</header>
			<EmailLine session={session} />
			<nav aria-label={dashboardText.title} className="mt-5 mb-8">
				<ul className="grid grid-cols-2 gap-2 md:grid-cols-3 wide:grid-cols-4">
					{[...listLinks(useBrand()), ...(isAdmin ? [adminLink] : [])].map((link) => (
						<MeLink key={link.to} {...link} />
					))}
				</ul>
			</nav>
		</>
	);
}

interface MeLinkProps {
	to: string;
	label: string;
	Icon: LucideIcon;
}

const listLinks = (brand: Brand): readonly MeLinkProps[] => [
	{ to: '/dashboard/profileEdit', label: dashboardText.editProfile, Icon: UserRound },
	{ to: '/dashboard/shop-card', label: shopCardText.title, Icon: QrCode },
	{ to: '/dashboard/myvideos', label: ownAdsText.myVideos, Icon: Clapperboard },
	{ to: '/wishlist', label: commonText.saved, Icon: Bookmark },
	{ to: savedSearchesPath, label: savedSearchesText.title, Icon: BellPlus },
	{ to: dashboardCataloguePath(brand), label: dashboardText.learn, Icon: GraduationCap },
	{ to: '/dashboard/notifications', label: commonText.notifications, Icon: Bell },
	{ to: '/dashboard/personal-Info', label: personalInfoText.title, Icon: Contact },
	{ to: '/dashboard/verification', label: verificationText.title, Icon: BadgeCheck },
	{ to: changePasswordPath, label: commonText.password, Icon: KeyRound },
	{ to: '/dashboard/security', label: securityText.title, Icon: LockKeyhole },
	{ to: moderationDecisionsPath, label: decisionsText.title, Icon: Scale },
];

const adminLink: MeLinkProps = { to: '/dashboard/admin', label: commonText.administration, Icon: ShieldCheck };

function MeLink({ to, label, Icon }: MeLinkProps) {
	return (
		<li>
			<Link
				to={to}
				className="flex h-full min-h-12 items-center gap-2.5 rounded-control bg-card px-3 py-2 text-14 shadow-soft wide:text-16 hover:bg-leaf-soft"
			>
				<Icon aria-hidden className="size-5 shrink-0 text-leaf" />
				<span className="min-w-0">{label}</span>
			</Link>
		</li>
	);
}

/** One line that says what the email address lacks. The session of an earlier version has no `email_verified`. */
function EmailLine({ session: { email, email_verified, must_change_password } }: { session: Session }) {
	if (email_verified !== false || must_change_password) return null;
	return (
		<p className="mt-4 flex items-start gap-2 text-14">
			<Mail aria-hidden className="mt-0.5 size-4 shrink-0 text-marigold" />
			<span>
				<RichText
					text={email === placeholderAdminEmail ? dashboardText.emailMissing : dashboardText.emailUnconfirmed}
					tags={{ settings: linkToEmailSettings }}
				/>
			</span>
		</p>
	);
}

function linkToEmailSettings(words: string): ReactNode {
	return (
		<Link to="/dashboard/personal-Info" className="font-semibold text-leaf underline underline-offset-4">
			{words}
		</Link>
	);
}
