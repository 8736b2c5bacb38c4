import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router';
import { formatInteger } from '../../contract/core/format-integer.ts';
import { profilePath } from '../../contract/core/page-paths.ts';
import type { UserListItem } from '../../contract/operations/operations.ts';
import * as commonText from '../../text/shared/common.ts';
import * as adminText from '../../text/web/admin.ts';
import * as adminAccountsText from '../../text/web/admin-accounts.ts';
import { formatDate } from '../platform/dates.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { Table } from '../ui/table.tsx';

interface AccountTableProps {
	rows: readonly UserListItem[];
	/** If true, renders a table, otherwise cards. */
	wide: boolean;
	onToggleSuspension: (row: UserListItem) => void;
}

export function AccountTable({ rows, wide, onToggleSuspension }: AccountTableProps) {
	if (!wide) {
		return (
			<ul className="flex flex-col gap-3">
				{rows.map((row) => (
					<li key={row.id}>
						<Card className="p-4 text-14">
							<UserCell row={row} />
							<p className="mt-2 flex flex-wrap items-center gap-1.5 empty:hidden">
								<StateBadges row={row} />
							</p>
							<p className="mt-2 text-quiet">
								<RichText
									text={adminAccountsText.summary(row.ads, formatDate(row.created_at))}
									tags={{ seen: () => <LastSeen row={row} /> }}
								/>
							</p>
							<div className="mt-2 -ml-3 empty:hidden">
								<SuspensionButton row={row} onToggleSuspension={onToggleSuspension} />
							</div>
						</Card>
					</li>
				))}
			</ul>
		);
	}
	return (
		<Table
			caption={adminAccountsText.caption}
			columns={[
				{ label: adminAccountsText.who },
				{ label: commonText.state, className: 'w-52' },
				{ label: adminAccountsText.ads, className: 'w-14 text-right' },
				{ label: adminAccountsText.since, className: 'w-36' },
				{ label: adminText.whatToDo, visuallyHidden: true, className: 'w-32' },
			]}
		>
			{rows.map((row) => (
				<tr key={row.id} className="align-top hover:bg-sunken">
					<th scope="row" className="px-4 py-2 font-normal">
						<UserCell row={row} />
					</th>
					<td className="px-2 py-2.5">
						<span className="flex flex-wrap gap-1">
							<StateBadges row={row} />
						</span>
					</td>
					<td className="px-2 py-2.5 text-right tabular-nums">{formatInteger(row.ads)}</td>
					<td className="px-2 py-2.5 text-quiet">
						{formatDate(row.created_at)}
						<span className="block text-12">
							<LastSeen row={row} />
						</span>
					</td>
					<td className="px-2 py-0.5 text-right">
						<SuspensionButton row={row} onToggleSuspension={onToggleSuspension} />
					</td>
				</tr>
			))}
		</Table>
	);
}

function UserCell({ row: { user_name, display_name, user_image, email, email_verified } }: { row: UserListItem }) {
	return (
		<span className="flex items-center gap-3">
			<Avatar name={display_name || user_name} image={user_image} />
			<span className="min-w-0 flex-1">
				<Link to={profilePath(user_name)} className="block truncate font-semibold hover:underline">
					@{user_name}
				</Link>
				<span className="flex items-center gap-1 text-12 text-quiet">
					<span className="truncate">{email}</span>
					{email_verified && (
						<BadgeCheck role="img" aria-label={adminAccountsText.confirmed} className="size-3.5 shrink-0 text-leaf" />
					)}
				</span>
			</span>
		</span>
	);
}

function StateBadges({ row: { role, sample, email_verified, suspension, deletes_at } }: { row: UserListItem }) {
	return (
		<>
			{role === 'admin' && <Badge variant="leaf">{adminAccountsText.administrator}</Badge>}
			{sample && <Badge>{adminAccountsText.sample}</Badge>}
			{!email_verified && !sample && <Badge>{adminAccountsText.notConfirmed}</Badge>}
			{suspension && (
				<Badge variant="danger">
					{suspension.until === null
						? adminAccountsText.suspendedForGood
						: adminAccountsText.suspendedUntil(formatDate(suspension.until))}
				</Badge>
			)}
			{deletes_at !== null && <Badge variant="marigold">{adminAccountsText.erasedOn(formatDate(deletes_at))}</Badge>}
		</>
	);
}

function LastSeen({ row: { seen_at } }: { row: UserListItem }) {
	if (seen_at === null) return <>{adminAccountsText.notLoggedIn}</>;
	return <RichText text={adminAccountsText.seen} tags={{ time: () => <TimeAgo time={seen_at} /> }} />;
}

interface SuspensionButtonProps {
	row: UserListItem;
	onToggleSuspension: (row: UserListItem) => void;
}

/** Renders nothing for administrators, who can't be suspended, and for sample accounts, which can only be removed all at once. */
function SuspensionButton({ row, onToggleSuspension }: SuspensionButtonProps) {
	const { role, sample, suspension, user_name } = row;
	if (role === 'admin' || sample || suspension?.decision_id === null) return null;
	return (
		<Button
			variant="plain"
			className="px-3! text-14!"
			aria-label={
				suspension ? adminAccountsText.restoreAccessOf(user_name) : adminAccountsText.suspendAccount(user_name)
			}
			onClick={() => onToggleSuspension(row)}
		>
			{suspension ? adminAccountsText.restoreAccess : adminAccountsText.suspend}
		</Button>
	);
}
