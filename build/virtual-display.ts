/** Says where the window is, because a start on an invisible display seems to do nothing. */
export function reportWindowLocation() {
  const display = process.env.PARAPET_VIRTUAL_DISPLAY;
  if (!display) return;
  console.log(
    `This machine has no screen, so the window is on the virtual display ${display}. To see it, run ` +
      `x11vnc -display ${display} -localhost, and open a VNC viewer on localhost:5900. For a ` +
      `screenshot, run import -display ${display} -window root window.png. Press Ctrl-C to end the app.`,
  );
}
