import { Moon, Sun } from 'lucide-react';
import * as layoutText from '../../text/shared/layout.ts';
import { IconButton } from '../ui/button.tsx';
import { toggleTheme, useDark } from './theme.ts';

/** Icon of the theme. Both icons render and CSS shows one, because the server does not know the theme. */
function ThemeIcon() {
	return (
		<>
			<Moon aria-hidden className="size-5.5 dark:hidden" />
			<Sun aria-hidden className="hidden size-5.5 dark:block" />
		</>
	);
}

export function ThemeButton() {
	return (
		<IconButton label={layoutText.darkTheme} aria-pressed={useDark()} onClick={toggleTheme}>
			<ThemeIcon />
		</IconButton>
	);
}
