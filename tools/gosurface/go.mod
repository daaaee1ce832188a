module gosurface

go 1.25
