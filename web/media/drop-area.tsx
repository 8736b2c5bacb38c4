import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useState } from 'react';
import { classes } from '../ui/classes.ts';

interface DropAreaProps {
	label: string;
	accept: string;
	multiple?: boolean;
	disabled?: boolean;
	onFiles: (files: File[]) => void;
	className?: string;
	children: ReactNode;
}

/** Area that accepts files by drop or file picker. Highlighted while files are dragged over the area. */
export function DropArea({
	label,
	accept,
	multiple = false,
	disabled = false,
	onFiles,
	className,
	children,
}: DropAreaProps) {
	const [isDragOver, setDragOver] = useState(false);
	usePreventPageDrops();

	function onDrag(event: DragEvent) {
		if (!event.dataTransfer.types.includes('Files')) return;
		event.preventDefault();
		event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
		setDragOver(!disabled);
	}
	function onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
		if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDragOver(false);
	}
	function onDrop(event: DragEvent) {
		event.preventDefault();
		setDragOver(false);
		const files = [...event.dataTransfer.files];
		if (!disabled && files.length > 0) onFiles(files);
	}
	function onChange({ target }: ChangeEvent<HTMLInputElement>) {
		const files = [...(target.files ?? [])];
		// Choosing the same file again fires an event only after this reset.
		target.value = '';
		if (files.length > 0) onFiles(files);
	}

	return (
		<label
			data-over={isDragOver || undefined}
			onDragEnter={onDrag}
			onDragOver={onDrag}
			onDragLeave={onDragLeave}
			onDrop={onDrop}
			className={classes(
				'relative flex flex-col items-center justify-center rounded-card border-2 border-dashed text-center transition-colors',
				'has-focus-visible:outline-2 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2',
				isDragOver ? 'border-leaf bg-leaf-soft' : 'border-edge bg-card',
				disabled ? 'cursor-not-allowed opacity-60' : 'cursor-pointer hover:border-leaf',
				className,
			)}
		>
			<input
				type="file"
				aria-label={label}
				accept={accept}
				multiple={multiple}
				disabled={disabled}
				onChange={onChange}
				className="sr-only"
			/>
			{children}
		</label>
	);
}

/** Prevents the browser from opening a file dropped beside the area, because that would discard the form's input. */
function usePreventPageDrops() {
	useEffect(() => {
		function prevent(event: globalThis.DragEvent) {
			if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
			event.preventDefault();
			event.dataTransfer.dropEffect = 'none';
		}
		window.addEventListener('dragover', prevent);
		window.addEventListener('drop', prevent);
		return () => {
			window.removeEventListener('dragover', prevent);
			window.removeEventListener('drop', prevent);
		};
	}, []);
}
