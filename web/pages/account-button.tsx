import { LogIn } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import * as commonText from '../../contract/text/common.ts';
import { useSession } from '../accounts/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';

const loadAccountMenu = () => import('./account-menu.tsx');
const AccountMenu = lazy(async () => ({ default: (await loadAccountMenu()).AccountMenu }));

export function AccountButton() {
	const session = useSession();
	const [opened, setOpened] = useState(false);
	if (!session) {
		return (
			<Link
				to="/Login"
				aria-label={commonText.logIn}
				title={commonText.logIn}
				className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
			>
				<LogIn aria-hidden className="size-5.5" />
			</Link>
		);
	}
	const avatar = (
		<IconButton
			label={commonText.yourAccount}
			onPointerDown={() => void loadAccountMenu()}
			onClick={() => setOpened(true)}
		>
			<Avatar name={session.display_name || session.user_name} image={session.user_image} size="small" />
		</IconButton>
	);
	if (!opened) return avatar;
	return (
		<Suspense fallback={avatar}>
			<AccountMenu session={session} />
		</Suspense>
	);
}
