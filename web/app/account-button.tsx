import { Menu as MenuIcon } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import * as layoutText from '../../text/shared/layout.ts';
import { useSession } from '../accounts/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { useLazyComponent } from '../ui/use-lazy-component.ts';

const loadAccountMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

/**
 * Button of the menu that visitors and users share. `railClass` are the classes of a row in the left rail; without them it is an icon. The
 * menu's code loads on the first tap.
 */
export function AccountButton({ railClass }: { railClass?: string }) {
	const session = useSession();
	const [opened, setOpened] = useState(false);
	const AccountMenu = useLazyComponent(loadAccountMenu, opened);
	const name = session && (session.display_name || session.user_name);
	const icon =
		session && name ? (
			<Avatar name={name} image={session.user_image} size={railClass ? 'medium' : 'small'} />
		) : (
			<MenuIcon aria-hidden className="size-5.5" />
		);
	// The pointer goes down earlier than the click ends.
	const handlers = { onPointerDown: () => void loadAccountMenu().catch(() => {}), onClick: () => setOpened(true) };

	function renderTrigger(props: Partial<typeof handlers>): ReactElement {
		if (!railClass) {
			return (
				<IconButton label={layoutText.menu} {...props}>
					{icon}
				</IconButton>
			);
		}
		return (
			<button type="button" className={railClass} {...props}>
				{icon}
				{session ? (
					<span className="min-w-0 flex-1">
						<span className="sr-only">{layoutText.menu}: </span>
						<span className="block truncate font-semibold text-14">{name}</span>
						<span className="block truncate text-12 text-quiet">@{session.user_name}</span>
					</span>
				) : (
					layoutText.menu
				)}
				{session && <MenuIcon aria-hidden className="size-5 shrink-0 text-quiet" />}
			</button>
		);
	}

	if (!AccountMenu) return renderTrigger(handlers);
	return <AccountMenu session={session} trigger={renderTrigger({})} />;
}
