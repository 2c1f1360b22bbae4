// The gallery: sample robots with their pictures, from robots/index.json.

/** Tells the module of every sample robot; a picture that is missing leaves its place empty. */
export async function showSamples(app) {
  const folder = new URL('robots/', document.baseURI);
  const response = await fetch(new URL('index.json', folder));
  if (!response.ok) throw new Error(`robots/index.json: the server answers ${response.status}`);
  const { robots } = await response.json();
  const pictures = await Promise.all(robots.map((robot) => pixels(robot.picture && new URL(robot.picture, folder))));
  robots.forEach((robot, index) => {
    const { width, height, rgba } = pictures[index];
    app.noclash_sample(robot.id, robot.name, robot.shows ?? robot.what ?? '', width, height, rgba);
  });
}

const NOTHING = { width: 0, height: 0, rgba: new Uint8Array() };

async function pixels(url) {
  if (!url) return NOTHING;
  try {
    const response = await fetch(url);
    if (!response.ok) return NOTHING;
    const bitmap = await createImageBitmap(await response.blob());
    const { width, height } = bitmap;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    return { width, height, rgba: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer) };
  } catch {
    return NOTHING;
  }
}
