/** The parts of an image besides the elements. */
export type ImageOptions = {
  /** The number of open threats at each component. */
  badges: boolean;
  /** Explains the shapes and signs of the drawing. */
  legend: boolean;
  title: boolean;
  /** Without it, an image is transparent. */
  background: boolean;
  /** Pixels of a PNG for each canvas pixel. */
  scale: 1 | 2 | 4;
};

export const plainImage: ImageOptions = {
  badges: false,
  legend: false,
  title: false,
  background: true,
  scale: 2,
};

type Size = { width: number; height: number };

/** The largest image that common viewers can open. Painting it takes 160 MB. */
const largestImage = { side: 8192, pixels: 40_000_000 };

/** Returns the largest scale at which an image of this size in canvas pixels stays in the limits. */
export const maxScale = ({ width, height }: Size): number =>
  Math.min(
    largestImage.side / width,
    largestImage.side / height,
    Math.sqrt(largestImage.pixels / (width * height)),
  );
