import { useState } from 'react';
import { IconButton } from './button.tsx';
import { useKitTexts } from './kit-texts.tsx';
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
