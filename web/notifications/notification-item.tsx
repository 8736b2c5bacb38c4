import {
	BadgeCheck,
	BadgePercent,
	Clapperboard,
	GraduationCap,
	Heart,
	type LucideIcon,
	MessageCircle,
	Phone,
	Reply,
	Scale,
	Search,
	ShieldAlert,
	ShoppingBag,
	Star,
	Tag,
	UserPlus,
} from 'lucide-react';
import { Link } from 'react-router';
import type { InboxNotification, NotificationKind } from '../../contract/notifications/notifications.ts';
import * as notificationsText from '../../text/web/notifications.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { classes } from '../ui/classes.ts';

const icons: Record<NotificationKind, LucideIcon> = {
	comment: MessageCircle,
	reply: Reply,
	like: Heart,
	follow: UserPlus,
	new_ad: Tag,
	price_drop: BadgePercent,
	video: Clapperboard,
	enrollment: GraduationCap,
	verification: BadgeCheck,
	moderation: Scale,
	purchase: ShoppingBag,
	review: Star,
	review_reply: Reply,
	saved_search: Search,
	numbers: Phone,
	breach: ShieldAlert,
};

export function NotificationItem({
	notification: { kind, text, path, people, read, created_at },
}: {
	notification: InboxNotification;
}) {
	const Icon = icons[kind];
	const [person] = people;
	return (
		<Link
			to={path}
			className={classes(
				'flex min-h-16 items-center gap-3 rounded-card px-3 py-3 transition-colors',
				read ? 'hover:bg-sunken' : 'bg-leaf-soft',
			)}
		>
			<span className="relative shrink-0">
				{person ? (
					<Avatar name={person.display_name || person.user_name} image={person.user_image} />
				) : (
					<span aria-hidden className="flex size-10 items-center justify-center rounded-full bg-sunken">
						<Icon className="size-5" />
					</span>
				)}
				{person && (
					<span
						aria-hidden
						className="absolute -right-1 -bottom-1 flex size-5 items-center justify-center rounded-full bg-card text-leaf"
					>
						<Icon className="size-3.5" />
					</span>
				)}
			</span>
			<span className="min-w-0 flex-1">
				<span className={classes('block break-words text-16', !read && 'font-semibold')}>{text}</span>
				<span className="block text-14 text-quiet">
					<TimeAgo time={created_at} />
					{!read && <span className="sr-only">{notificationsText.unread}</span>}
				</span>
			</span>
		</Link>
	);
}
