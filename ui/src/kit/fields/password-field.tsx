import { useState } from 'react';
import { IconButton } from '#kit/buttons/button.tsx';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export function PasswordField({
  autoComplete = 'current-password',
  ...props
}: Omit<TextFieldProps, 'type' | 'adornment' | 'mono' | 'upper' | 'clearable'>) {
  const texts = useKitTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      adornment={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          aria-label={shown ? texts.hidePassword : texts.showPassword}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="-mr-2"
        />
      }
    />
  );
}
