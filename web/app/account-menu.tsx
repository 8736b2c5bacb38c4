import {
	Bookmark,
	Braces,
	FileText,
	Gauge,
	GraduationCap,
	LayoutGrid,
	LockKeyhole,
	LogIn,
	LogOut,
	Moon,
	ShieldCheck,
	Store,
	Sun,
	UserRoundPlus,
	Volume2,
	VolumeX,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { Session } from '../../contract/accounts/accounts.ts';
import { apiDocsPath } from '../../contract/core/api-docs-path.ts';
import { profilePath } from '../../contract/core/page-paths.ts';
import * as commonText from '../../text/shared/common.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as dashboardText from '../../text/web/dashboard.ts';
import * as dataSaverText from '../../text/web/data-saver.ts';
import * as signUpText from '../../text/web/sign-up.ts';
import { toggleMuted, useMuted } from '../appearance/sounds.ts';
import { toggleTheme, useDark } from '../appearance/theme.ts';
import { cataloguePath } from '../courses/paths.ts';
import { Menu, MenuItem, MenuLink, MenuSwitch } from '../ui/menu.tsx';
import { useLogout } from './use-logout.ts';

const iconSize = 'size-5';

/** Menu of every page on every screen size: the account, then what visitors and users share. */
export function AccountMenu({ session, trigger }: { session: Session | null; trigger: ReactElement }) {
	const dark = useDark();
	const muted = useMuted();
	const logOut = useLogout();
	return (
		<Menu trigger={trigger} defaultOpen>
			{session ? (
				<>
					<MenuLink to="/dashboard" icon={<LayoutGrid aria-hidden className={iconSize} />}>
						{dashboardText.title}
					</MenuLink>
					<MenuLink to={profilePath(session.user_name)} icon={<Store aria-hidden className={iconSize} />}>
						{dashboardText.viewShop}
					</MenuLink>
					{session.role === 'admin' && (
						<MenuLink to="/dashboard/admin" icon={<ShieldCheck aria-hidden className={iconSize} />}>
							{commonText.administration}
						</MenuLink>
					)}
				</>
			) : (
				<>
					<MenuLink to="/Login" icon={<LogIn aria-hidden className={iconSize} />}>
						{commonText.logIn}
					</MenuLink>
					<MenuLink to="/signup" icon={<UserRoundPlus aria-hidden className={iconSize} />}>
						{signUpText.pageTitle}
					</MenuLink>
				</>
			)}
			<MenuLink to="/wishlist" icon={<Bookmark aria-hidden className={iconSize} />}>
				{commonText.saved}
			</MenuLink>
			<MenuLink to={cataloguePath} icon={<GraduationCap aria-hidden className={iconSize} />}>
				{commonText.courses}
			</MenuLink>
			<MenuSwitch
				checked={dark}
				icon={dark ? <Sun aria-hidden className={iconSize} /> : <Moon aria-hidden className={iconSize} />}
				onChange={toggleTheme}
			>
				{layoutText.darkTheme}
			</MenuSwitch>
			<MenuSwitch
				checked={!muted}
				icon={muted ? <VolumeX aria-hidden className={iconSize} /> : <Volume2 aria-hidden className={iconSize} />}
				onChange={toggleMuted}
			>
				{layoutText.sounds}
			</MenuSwitch>
			<MenuLink to="/data-saver" icon={<Gauge aria-hidden className={iconSize} />}>
				{dataSaverText.title}
			</MenuLink>
			<MenuLink to="/termsAndCondition" icon={<FileText aria-hidden className={iconSize} />}>
				{commonText.terms}
			</MenuLink>
			<MenuLink to="/privacy" icon={<LockKeyhole aria-hidden className={iconSize} />}>
				{commonText.privacy}
			</MenuLink>
			<MenuLink to={apiDocsPath} reloadDocument icon={<Braces aria-hidden className={iconSize} />}>
				{layoutText.api}
			</MenuLink>
			{session && (
				<MenuItem danger icon={<LogOut aria-hidden className={iconSize} />} onSelect={logOut}>
					{commonText.logOut}
				</MenuItem>
			)}
		</Menu>
	);
}
