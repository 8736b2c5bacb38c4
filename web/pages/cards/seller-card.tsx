import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import type { Person } from '../../../contract/accounts.ts';
import { profilePath } from '../../accounts/addresses.ts';
import { Avatar } from '../../ui/avatar.tsx';

/** Who sells, and the way to everything they sell. */
export function SellerCard({ seller }: { seller: Person }) {
	const name = seller.display_name || seller.user_name;
	return (
		<Link
			to={profilePath(seller.user_name)}
			prefetch="intent"
			className="flex min-h-16 items-center gap-3 rounded-card bg-card p-3 shadow-soft transition-colors hover:text-leaf"
		>
			<Avatar name={name} image={seller.user_image} />
			<span className="min-w-0 flex-1">
				<span className="block truncate font-semibold">{name}</span>
				<span className="block truncate text-14 text-quiet">@{seller.user_name}</span>
			</span>
			<ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" />
		</Link>
	);
}
