import { Gauge, KeyRound, LayoutGrid, LogOut, ShieldCheck, Volume2, VolumeX } from 'lucide-react';
import type { Session } from '../../contract/accounts.ts';
import * as commonText from '../../contract/text/common.ts';
import * as dashboardText from '../../contract/text/dashboard.ts';
import * as dataSaverText from '../../contract/text/data-saver.ts';
import * as layoutText from '../../contract/text/layout.ts';
import { toggleMuted, useMuted } from '../appearance/sounds.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { Menu, MenuItem, MenuLink } from '../ui/menu.tsx';
import { useLogout } from './use-logout.ts';

export function AccountMenu({ session }: { session: Session }) {
	const muted = useMuted();
	const logOut = useLogout();
	const name = session.display_name || session.user_name;
	const trigger = (
		<IconButton label={commonText.yourAccount}>
			<Avatar name={name} image={session.user_image} size="small" />
		</IconButton>
	);
	return (
		<Menu trigger={trigger} defaultOpen>
			<div className="mb-1 border-line border-b px-3 py-2">
				<p className="truncate font-semibold">{name}</p>
				<p className="truncate text-14 text-quiet">@{session.user_name}</p>
			</div>
			<MenuLink to="/dashboard" icon={<LayoutGrid aria-hidden className="size-5" />}>
				{dashboardText.myUploads}
			</MenuLink>
			{session.role === 'admin' && (
				<MenuLink to="/dashboard/admin" icon={<ShieldCheck aria-hidden className="size-5" />}>
					{commonText.administration}
				</MenuLink>
			)}
			<MenuLink to="/dashboard/password" icon={<KeyRound aria-hidden className="size-5" />}>
				{commonText.changePassword}
			</MenuLink>
			<MenuLink to="/data-saver" icon={<Gauge aria-hidden className="size-5" />}>
				{dataSaverText.title}
			</MenuLink>
			<MenuItem
				keepsOpen
				icon={muted ? <VolumeX aria-hidden className="size-5" /> : <Volume2 aria-hidden className="size-5" />}
				onSelect={toggleMuted}
			>
				{muted ? layoutText.soundsOff : layoutText.soundsOn}
			</MenuItem>
			<MenuItem danger icon={<LogOut aria-hidden className="size-5" />} onSelect={logOut}>
				{commonText.logOut}
			</MenuItem>
		</Menu>
	);
}
